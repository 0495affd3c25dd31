// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

/// Something that stops a command, with a sentence that says what it is and what to do.
public final class Trouble extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final int status;

    private Trouble(int exitCode, int status, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
        this.status = status;
    }

    /// @param exitCode one of [ExitCode]
    public static Trouble of(int exitCode, String sentence) {
        return new Trouble(exitCode, 0, sentence);
    }

    /// The server answered with a status that is no success.
    public static Trouble answered(int exitCode, int status, String sentence) {
        return new Trouble(exitCode, status, sentence);
    }

    /// Something failed here or there.
    public static Trouble failed(String sentence) {
        return of(ExitCode.FAILED, sentence);
    }

    /// The command makes no sense.
    public static Trouble usage(String sentence) {
        return of(ExitCode.USAGE, sentence);
    }

    /// The same, with what else is to be said.
    public Trouble and(String more) {
        return new Trouble(exitCode, status, sentence() + more);
    }

    public int exitCode() {
        return exitCode;
    }

    /// HTTP status, 0 if there was no answer.
    public int status() {
        return status;
    }

    /// The sentence.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
