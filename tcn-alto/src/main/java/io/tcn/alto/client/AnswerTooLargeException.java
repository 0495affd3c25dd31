// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.Json;
import java.io.IOException;

/// An answer passes the limit of size; reading stopped there.
public final class AnswerTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    /// More than so many bytes came.
    public AnswerTooLargeException(int limitBytes) {
        super("the answer has more than " + limitBytes + " bytes"
                + (limitBytes == Json.MAX_BYTES && limitBytes < AltoLimits.LARGEST_BODY
                        ? ", the most that this small heap takes (more with a larger -Xmx)"
                        : ""));
    }
}
