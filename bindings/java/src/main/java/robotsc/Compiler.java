// Compiler.java - blobs from texts, by a process of the command.  docs/serve.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import robotsc.RobotscException.Reason;

/**
 * Compiles texts of robots.txt in one process, "robotsc compile --serve", which is started again
 * when it has ended.
 *
 * <p>Any thread may ask; one text is compiled at a time.  A text that takes longer than the limit
 * ends the process.
 */
public final class Compiler implements AutoCloseable {
	private static final int FRAME_MAX = 1 << 27, HEADER = 8, TRIES = 2;
	private static final int BLOB = 0, REFUSED = 1;

	private final List<String> command;
	private final long millis;
	private final ScheduledThreadPoolExecutor watch;
	private boolean closed;
	private Process process;
	private Consumer<String> warnings; // or null
	private Thread listener;           // or null

	/** With options of the command, such as "--dialect=google", and 10 seconds for a text. */
	public Compiler(String... options) {
		this("robotsc", 10_000, options);
	}

	/** With the name of the command, and the milliseconds that a text may take. */
	public Compiler(String command, long millis, String... options) {
		this.command = new ArrayList<>(List.of(command, "compile", "--serve"));
		this.command.addAll(List.of(options));
		this.millis = millis;
		watch = new ScheduledThreadPoolExecutor(1, task -> {
			final Thread thread = new Thread(task, "robotsc compile");
			thread.setDaemon(true);
			return thread;
		});
		watch.setRemoveOnCancelPolicy(true);
	}

	/**
	 * Hands on what the command says of odd texts, such as web pages, a line each, from a
	 * thread of its own; without it nothing is said.  For texts from the next process on, so
	 * call it before the first text.  Returns this compiler.
	 */
	public synchronized Compiler warnings(Consumer<String> to) {
		warnings = to;
		return this;
	}

	/**
	 * Compiles a text.
	 *
	 * @throws RobotscException if the compiler refuses the text, or ends or takes too long
	 * twice
	 */
	public synchronized Blob compile(byte[] text) {
		if (text.length >= FRAME_MAX)
			throw new RobotscException(Reason.COMPILER, "a text has " + text.length + " octets");
		if (closed)
			throw new RobotscException(Reason.COMPILER, "this compiler is closed");
		IOException last = null;
		for (int i = 0; i < TRIES; i++) {
			ScheduledFuture<?> end = null;
			try {
				final Process running = running();
				end = watch.schedule(running::destroyForcibly, millis, TimeUnit.MILLISECONDS);
				return ask(running, text);
			} catch (IOException e) {
				last = e;
				stop();
			} finally {
				if (end != null)
					end.cancel(false);
			}
		}
		throw(RobotscException) new RobotscException(Reason.COMPILER, command.get(0)).initCause(last);
	}

	private Process running() throws IOException {
		if (process != null && process.isAlive())
			return process;
		final ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
		if (warnings == null) {
			builder.command().add("-q");
			builder.redirectError(ProcessBuilder.Redirect.INHERIT);
		}
		process = builder.start();
		if (warnings != null)
			listen(process.getErrorStream(), warnings);
		return process;
	}

	/** The lines of a process are read until it has ended. */
	private void listen(InputStream said, Consumer<String> to) {
		listener = new Thread(() -> {
			try (BufferedReader lines = new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8))) {
				for (String line; (line = lines.readLine()) != null;)
					to.accept(line);
			} catch (IOException e) {
				// the process has ended
			}
		}, "robotsc warnings");
		listener.setDaemon(true);
		listener.start();
	}

	private static Blob ask(Process running, byte[] text) throws IOException {
		final OutputStream to = running.getOutputStream();
		final InputStream from = running.getInputStream();
		final byte[] frame = new byte[HEADER + text.length];
		for (int i = 0; i < 4; i++)
			frame[i] = (byte) (text.length >>> 8 * i);
		frame[4] = 1;
		System.arraycopy(text, 0, frame, HEADER, text.length);
		to.write(frame);
		to.flush();
		final byte[] header = from.readNBytes(HEADER);
		if (header.length < HEADER || header[4] != 1 || Octets.u32(header, 0) >= FRAME_MAX)
			throw new IOException("no answer");
		final byte[] answer = from.readNBytes(Octets.i32(header, 0));
		if (answer.length < Octets.i32(header, 0))
			throw new IOException("half an answer");
		if (header[5] == BLOB)
			return Blob.adopt(answer);
		final String message = new String(answer, StandardCharsets.UTF_8);
		if (header[5] == REFUSED)
			throw new RobotscException(Reason.COMPILER, message, "send a text of robots.txt");
		throw new IOException(message);
	}

	private void stop() {
		if (process != null)
			process.destroyForcibly();
		process = null;
	}

	/** Ends the process; what it has said is handed on before. */
	@Override
	public synchronized void close() {
		closed = true;
		try {
			if (process != null && listener != null && listener != Thread.currentThread()) {
				process.getOutputStream().close();
				listener.join(millis);
			}
		} catch (IOException e) {
			// it has ended before
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		} finally {
			stop();
			watch.shutdownNow();
		}
	}
}
