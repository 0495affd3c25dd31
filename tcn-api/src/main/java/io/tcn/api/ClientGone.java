// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;
import org.apache.catalina.connector.ClientAbortException;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/// Whether a request failed because its client hung up: nothing is wrong here, and nobody is left to be answered.
final class ClientGone {
    private static final int DEEPEST = 20;

    private ClientGone() {}

    static boolean is(Throwable failure) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            if (at instanceof ClientAbortException
                    || at instanceof AsyncRequestNotUsableException
                    || at instanceof EOFException
                    || (at instanceof IOException io && isCut(String.valueOf(io.getMessage())))) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static boolean isCut(String message) {
        String text = message.toLowerCase(Locale.ROOT);
        return text.contains("broken pipe") || text.contains("connection reset");
    }
}
