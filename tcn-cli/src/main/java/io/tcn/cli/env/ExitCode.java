// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

/// How a command ends.
public final class ExitCode {
    /// Done.
    public static final int DONE = 0;
    /// The server refused, or something failed.
    public static final int FAILED = 1;
    /// Wrong usage.
    public static final int USAGE = 2;
    /// `diff` found differences, or what was waited for failed.
    public static final int DIFFERENT = 3;
    /// The server is away.
    public static final int AWAY = 4;
    /// Not allowed, or not known to the server.
    public static final int NOT_ALLOWED = 5;
    /// Somebody else has changed it meanwhile.
    public static final int CHANGED_MEANWHILE = 6;
    /// Stopped by Ctrl-C; the JVM ends so by itself.
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
