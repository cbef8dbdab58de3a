//! Policies, and how they are made.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::error::text_of;
use crate::robot::{Agent, OwnedAgent};
use crate::sys::{self, Group, Texts};
use crate::Error;
use std::fmt;
use std::mem::MaybeUninit;
use std::os::raw::c_int;
use std::ptr::{self, NonNull};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a robots.txt is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// RFC 9309.
    #[default]
    Rfc9309,
    /// As google/robotstxt reads it.
    Google,
    /// A Standard for Robot Exclusion, 1994.
    Nexor1994,
    /// draft-koster-robots-00, 1996.
    Koster1996,
    /// Conner's proposal of version 2.0.0, 1996.
    Conner2,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] = [Dialect::Rfc9309, Dialect::Google, Dialect::Nexor1994, Dialect::Koster1996, Dialect::Conner2];

    /// The name of the dialect in the command.
    pub fn name(self) -> &'static str {
        // SAFETY: any number is allowed.
        text_of(unsafe { sys::robotsc_dialect_name(self as c_int) }).unwrap_or("")
    }

    /// True if the whole text is a product token of this dialect.
    pub fn is_token(self, text: &str) -> bool {
        // SAFETY: the octets and their length are given.
        unsafe { sys::robotsc_is_token(self as c_int, text.as_ptr().cast(), text.len()) != 0 }
    }
}

/// A dialect by its name; the error is [`Error::Argument`].
impl FromStr for Dialect {
    type Err = Error;

    fn from_str(name: &str) -> Result<Dialect, Error> {
        Dialect::ALL.iter().copied().find(|d| d.name() == name).ok_or(Error::Argument)
    }
}

/// How to compile.
///
/// ```
/// let mut options = robotsc::Options::default();
/// options.dialect = robotsc::Dialect::Google;
/// options.agents = vec!["ExampleBot".to_string()];
/// let policy = robotsc::Policy::compile_with("User-agent: *\nDisallow: /*?", &options)?;
/// assert!(!policy.agent(&["ExampleBot"])?.allowed("/?page=2"));
/// assert_eq!(policy.agent(&["OtherBot"]).unwrap_err(), robotsc::Error::Agent);
/// # Ok::<(), robotsc::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// How the text is read.
    pub dialect: Dialect,
    /// Product tokens to compile for; none: for all robots.
    pub agents: Vec<String>,
    /// Keep the records, which [`Agent::records`], `usage` and `next_fetch` read: true by default.
    pub records: bool,
    /// For a policy with a few hundred questions: it is made faster, but slower to ask.
    pub quick: bool,
    /// Rfc9309: take only exact spellings of fields.
    pub strict_fields: bool,
    /// Conner2: a record with Disallow and plain Allow lines disallows what no rule matches.
    pub conner2_rest_deny: bool,
    /// Rfc9309: Content-Usage ends a list of User-agent lines.
    pub aipref_rule: bool,
    /// Rfc9309 and Google: the tokens are names of one robot, whose rules are those of all groups
    /// that name it.  The tokens are `agents`, or the arguments of a question.
    pub one_robot: bool,
    /// For [`lint`](crate::lint): the site is meant to be found, so to close it is an error.
    pub public_site: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            dialect: Dialect::default(),
            agents: Vec::new(),
            records: true,
            quick: false,
            strict_fields: false,
            conner2_rest_deny: false,
            aipref_rule: false,
            one_robot: false,
            public_site: false,
        }
    }
}

impl Options {
    /// The flags for reading texts, as bits of enum flag in flags.h.
    pub(crate) fn reading(&self) -> u32 {
        let robot = u32::from(self.aipref_rule) << 3 | u32::from(self.one_robot) << 19;
        u32::from(self.strict_fields) | u32::from(self.conner2_rest_deny) << 1 | robot
    }

    fn flags(&self) -> u32 {
        self.reading() | u32::from(self.records) << 2 | u32::from(self.quick) << 17
    }
}

/// Texts one after the other, as C takes them.
#[derive(Default)]
pub(crate) struct List {
    octets: Vec<u8>,
    ends: Vec<u32>,
}

impl List {
    pub(crate) fn add(&mut self, text: impl AsRef<[u8]>) -> Result<(), Error> {
        self.octets.extend_from_slice(text.as_ref());
        self.ends.push(u32::try_from(self.octets.len()).map_err(|_| Error::TooLarge)?);
        Ok(())
    }

    /// Adds product tokens of a dialect.
    pub(crate) fn add_tokens<T>(&mut self, dialect: Dialect, tokens: &[T]) -> Result<(), Error>
    where
        T: AsRef<str>,
    {
        for token in tokens {
            // as_ref is called once: another call might return another text.
            let token = token.as_ref();
            if !dialect.is_token(token) {
                return Err(Error::Token(token.to_string()));
            }
            self.add(token)?;
        }
        Ok(())
    }

    /// The texts for C, which borrow this list.
    pub(crate) fn texts(&self) -> Texts {
        Texts { octets: self.octets.as_ptr().cast(), ends: self.ends.as_ptr(), n: self.ends.len() }
    }
}

/// A policy of C, which is freed when its last owner is dropped.
pub(crate) struct Raw(NonNull<sys::Policy>);

// SAFETY: nothing changes a policy before it is freed.
unsafe impl Send for Raw {}
unsafe impl Sync for Raw {}

impl Raw {
    pub(crate) fn pointer(&self) -> *const sys::Policy {
        self.0.as_ptr()
    }

    pub(crate) fn extensions(&self) -> Result<*const sys::Extensions, Error> {
        // SAFETY: the policy is not freed yet.
        let found = unsafe { sys::robotsc_policy_extensions(self.0.as_ptr()) };
        if found.is_null() {
            return Err(Error::Absent);
        }
        Ok(found)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: all groups of the policy borrow this, or own it.
        unsafe { sys::robotsc_policy_free(self.0.as_ptr()) }
    }
}

/// A compiled robots.txt.
///
/// Nothing changes it: threads share it, and a clone is the same policy.
#[derive(Clone)]
pub struct Policy {
    pub(crate) raw: Arc<Raw>,
}

impl Policy {
    /// Compiles a robots.txt by RFC 9309.  No text is refused.
    pub fn compile(text: impl AsRef<[u8]>) -> Result<Policy, Error> {
        Policy::compile_with(text, &Options::default())
    }

    /// Compiles a robots.txt with options.  These are refused if a name is no product token.
    pub fn compile_with(text: impl AsRef<[u8]>, options: &Options) -> Result<Policy, Error> {
        let kept = pool().pop();
        let mut compiler = kept.map_or_else(Compiler::new, Ok)?;
        let policy = compiler.compile(text, options);
        let mut pool = pool();
        if pool.len() < POOLED {
            pool.push(compiler);
        }
        policy
    }

    /// Verifies a blob, from anybody, and copies it.
    ///
    /// ```
    /// use robotsc::Policy;
    /// let policy = Policy::compile("User-agent: *\nDisallow: /")?;
    /// let same = Policy::open(policy.blob())?;
    /// assert!(!same.agent(&[])?.allowed("/"));
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn open(blob: impl AsRef<[u8]>) -> Result<Policy, Error> {
        let (blob, mut policy) = (blob.as_ref(), ptr::null_mut());
        // SAFETY: the octets and their length are given.
        let status = unsafe { sys::robotsc_policy_open(blob.as_ptr().cast(), blob.len(), &mut policy) };
        Policy::own(status, policy)
    }

    fn own(status: c_int, policy: *mut sys::Policy) -> Result<Policy, Error> {
        Error::check(status)?;
        let raw = NonNull::new(policy).ok_or(Error::NoMemory)?;
        Ok(Policy { raw: Arc::new(Raw(raw)) })
    }

    /// The octets of the policy, to be kept and opened again, in any language.
    pub fn blob(&self) -> &[u8] {
        let mut len = 0;
        // SAFETY: the octets live as long as the policy.
        unsafe {
            let at = sys::robotsc_policy_octets(self.raw.0.as_ptr(), &mut len);
            std::slice::from_raw_parts(at.cast(), len)
        }
    }

    /// The dialect in which the text was read.
    pub fn dialect(&self) -> Dialect {
        // SAFETY: the policy is not freed yet.
        let number = unsafe { sys::robotsc_policy_dialect(self.raw.0.as_ptr()) };
        Dialect::ALL.iter().copied().find(|d| *d as c_int == number).unwrap_or_default()
    }

    /// The rules for a robot with these product tokens: the first one that the file names decides.
    /// Without tokens, or if the file names none of them, the rules of `*` apply.
    pub fn agent(&self, tokens: &[&str]) -> Result<Agent<'_>, Error> {
        Ok(Agent { group: self.group(tokens)?, raw: &self.raw })
    }

    /// The rules together with the policy, for a map, and for threads.
    pub fn into_agent(self, tokens: &[&str]) -> Result<OwnedAgent, Error> {
        Ok(OwnedAgent { group: self.group(tokens)?, raw: self.raw })
    }

    fn group(&self, tokens: &[&str]) -> Result<Group, Error> {
        let (mut list, mut group) = (List::default(), MaybeUninit::uninit());
        list.add_tokens(self.dialect(), tokens)?;
        // SAFETY: the texts are those of the list; C fills the group if it returns 0.
        unsafe {
            Error::check(sys::robotsc_policy_agent(self.raw.0.as_ptr(), &list.texts(), group.as_mut_ptr()))?;
            Ok(group.assume_init())
        }
    }

    /// The rules for the sender of a whole `User-Agent` header.
    ///
    /// ```
    /// let policy = robotsc::Policy::compile("User-agent: ExampleBot\nDisallow: /")?;
    /// let robot = policy.agent_for_header("Mozilla/5.0 (compatible; ExampleBot/2.1)")?;
    /// assert!(!robot.allowed("/"));
    /// # Ok::<(), robotsc::Error>(())
    /// ```
    pub fn agent_for_header(&self, header: impl AsRef<[u8]>) -> Result<Agent<'_>, Error> {
        let (header, mut group) = (header.as_ref(), MaybeUninit::uninit());
        // SAFETY: the octets and their length are given; C fills the group if it returns 0.
        unsafe {
            Error::check(sys::robotsc_policy_header(
                self.raw.0.as_ptr(),
                header.as_ptr().cast(),
                header.len(),
                group.as_mut_ptr(),
            ))?;
            Ok(Agent { group: group.assume_init(), raw: &self.raw })
        }
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let octets = self.blob().len();
        f.debug_struct("Policy").field("dialect", &self.dialect()).field("octets", &octets).finish()
    }
}

/// Compilers that are kept between calls, for threads that compile at the same time.
static POOL: Mutex<Vec<Compiler>> = Mutex::new(Vec::new());
const POOLED: usize = 8;

fn pool() -> MutexGuard<'static, Vec<Compiler>> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compiles one text after another, and keeps up to 8 MB of memory between them.
///
/// The policies are those of [`Policy::compile_with`], and may outlive the compiler.
///
/// ```
/// let (mut compiler, options) = (robotsc::Compiler::new()?, robotsc::Options::default());
/// for text in ["User-agent: *\nDisallow: /a", "User-agent: *\nDisallow: /b"] {
///     assert!(compiler.compile(text, &options)?.agent(&[])?.allowed("/c"));
/// }
/// # Ok::<(), robotsc::Error>(())
/// ```
#[derive(Debug)]
pub struct Compiler(NonNull<sys::Compiler>);

// SAFETY: a compiler may move to another thread; only one thread uses it at a time.
unsafe impl Send for Compiler {}

impl Compiler {
    /// A compiler that keeps no memory yet.
    pub fn new() -> Result<Compiler, Error> {
        // SAFETY: NULL stands for malloc.
        let made = unsafe { sys::robotsc_compiler_new(ptr::null()) };
        NonNull::new(made).map(Compiler).ok_or(Error::NoMemory)
    }

    /// As [`Policy::compile_with`].
    pub fn compile(&mut self, text: impl AsRef<[u8]>, options: &Options) -> Result<Policy, Error> {
        compile(self.0.as_ptr(), text.as_ref(), options)
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // SAFETY: this is the compiler's only owner.
        unsafe { sys::robotsc_compiler_free(self.0.as_ptr()) }
    }
}

fn compile(compiler: *mut sys::Compiler, text: &[u8], options: &Options) -> Result<Policy, Error> {
    let (mut tokens, mut policy) = (List::default(), ptr::null_mut());
    tokens.add_tokens(options.dialect, &options.agents)?;
    // SAFETY: the octets and their length are given, and the texts are those of the list.
    let status = unsafe {
        sys::robotsc_policy_compile(
            compiler,
            options.dialect as c_int,
            options.flags(),
            text.as_ptr().cast(),
            text.len(),
            &tokens.texts(),
            &mut policy,
        )
    };
    Policy::own(status, policy)
}
