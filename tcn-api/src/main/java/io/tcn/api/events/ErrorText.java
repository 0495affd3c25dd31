// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.core.model.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An error in FTS's form, `SCOPE [number] text`, taken apart for messages.
///
/// @param scope `SOURCE`, `DESTINATION`, `TRANSFER`, `GENERAL_FAILURE`; empty without error
/// @param code errno-like number, 0 without error
/// @param message the whole text as messages carry it, at most 1024 characters
record ErrorText(String scope, int code, String message) {
    /// The longest text that FTS sends.
    static final int MAX_MESSAGE = 1024;

    private static final Pattern FORM = Pattern.compile("([A-Z_]{1,32}) \\[([0-9]{1,9})] .*", Pattern.DOTALL);
    private static final Pattern NOT_CARRIED = Pattern.compile("[^\\x20-\\x7e]|['\"]");

    static final ErrorText NONE = new ErrorText("", 0, "");

    /// Reads a reason. One in another form, such as that of a cancellation, has no number.
    static ErrorText of(@Nullable String reason) {
        if (reason == null || reason.isEmpty()) {
            return NONE;
        }
        Matcher form = FORM.matcher(reason);
        boolean known = form.matches();
        return new ErrorText(known ? form.group(1) : "", known ? Integer.parseInt(form.group(2)) : 0, clean(reason));
    }

    /// With FTS's number and scope of a cancellation where the text has none.
    ErrorText orCanceled(boolean wasCanceled) {
        return wasCanceled && code == 0
                ? new ErrorText(ErrorCode.CANCELED.scope().name(), ErrorCode.CANCELED.errno(), message)
                : this;
    }

    /// Without quotes and without what does not print, as FTS sends it.
    static String clean(String text) {
        String cleaned = NOT_CARRIED.matcher(text).replaceAll("");
        return cleaned.length() <= MAX_MESSAGE ? cleaned : cleaned.substring(0, MAX_MESSAGE);
    }

    /// FTS's word for the number, empty without error.
    String category() {
        return switch (code) {
            case 0 -> "";
            case 1 -> "OPERATION_NOT_PERMITTED";
            case 2 -> "NO_SUCH_FILE_OR_DIRECTORY";
            case 4 -> "INTERRUPTED_SYSTEM_CALL";
            case 5 -> "INPUT_OUTPUT_ERROR";
            case 13 -> "PERMISSION_DENIED";
            case 14 -> "BAD_ADDRESS";
            case 17 -> "FILE_EXISTS";
            case 21 -> "IS_A_DIRECTORY";
            case 28 -> "NO_SPACE_LEFT_ON_DEVICE";
            case 30 -> "READ_ONLY_FILE_SYSTEM";
            case 36 -> "FILE_NAME_TOO_LONG";
            case 93 -> "PROTOCOL_NOT_SUPPORTED";
            case 95 -> "OPERATION_NOT_SUPPORTED";
            case 104 -> "CONNECTION_RESET_BY_PEER";
            case 110 -> "CONNECTION_TIMED_OUT";
            case 112 -> "HOST_IS_DOWN";
            case 125 -> "OPERATION_CANCELED";
            default -> "UNKNOWN_ERROR";
        };
    }
}
