// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// Standard output that remembers what could not be written: that of the JDK says nothing, and an export onto a full
/// disk would look done.
public final class StandardOutput extends FilterOutputStream {
    private volatile @Nullable IOException trouble;

    StandardOutput(OutputStream out) {
        super(out);
    }

    /// Takes the place of the JDK's.
    public static StandardOutput use() {
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(new BufferedOutputStream(output), true, System.out.charset()));
        return output;
    }

    /// Why something was not written; null if all was, or if whoever reads wants no more, as `head`.
    public @Nullable String lost() {
        System.out.flush();
        IOException first = trouble;
        String why = first == null ? null : String.valueOf(first.getMessage());
        return why == null || why.contains("Broken pipe") ? null : why;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failed) {
            trouble = failed;
            throw failed;
        }
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }
}
