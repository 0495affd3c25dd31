// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;

/// What an HTTP status means for a transfer.
final class HttpStatusCodes {
    private HttpStatusCodes() {}

    /// The code for a status that an end answered to an ordinary request.
    static ErrorCode codeOf(Side side, int status) {
        return switch (side) {
            case SOURCE ->
                switch (status) {
                    case 401, 403 -> ErrorCode.SOURCE_PERMISSION;
                    case 404, 410 -> ErrorCode.SOURCE_NOT_FOUND;
                    default -> ErrorCode.SOURCE_UNAVAILABLE;
                };
            case DESTINATION ->
                switch (status) {
                    case 401, 403 -> ErrorCode.DESTINATION_PERMISSION;
                    case 412 -> ErrorCode.DESTINATION_EXISTS;
                    case 413, 507 -> ErrorCode.DESTINATION_NO_SPACE;
                    case 414 -> ErrorCode.NAME_TOO_LONG;
                    default -> ErrorCode.DESTINATION_UNAVAILABLE;
                };
        };
    }

    /// The failure of a request that was answered with an unwelcome status. The text may tell more than the status.
    static TransferException failure(HttpFile file, String method, Answer<?> answer) {
        ErrorCode code = TpcFailureText.localCode(file.side(), answer.status(), answer.text())
                .orElse(codeOf(file.side(), answer.status()));
        if (code == ErrorCode.DESTINATION_EXISTS) {
            return TransferException.destinationExists();
        }
        String text = SafeText.of(answer.text());
        TransferException failure = new TransferException(
                code,
                method + " of " + file.name() + " was answered with " + answer.status() + by(file, answer)
                        + (text.isEmpty() ? "" : ": " + text) + advice(code) + withheld(file, code, answer));
        return isOverload(answer.status())
                ? failure.blaming(
                        file.side(),
                        RetryAfter.of(answer, file.calls().clock().now()).orElse(null))
                : failure;
    }

    /// Whether a status says that the endpoint is in trouble, whatever was asked.
    static boolean isOverload(int status) {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    /// Whether a status is that of a gateway, or of one that gave up waiting: whoever was asked may go on.
    static boolean mayGoOn(int status) {
        return status == 408 || status == 502 || status == 504;
    }

    /// Who answered, if it is another one than who was asked first.
    static String by(HttpFile file, Answer<?> answer) {
        return HttpAddress.isSamePlace(answer.uri(), file.wire())
                ? ""
                : " by " + HttpAddress.origin(answer.uri()) + ", to which it redirects";
    }

    private static String withheld(HttpFile file, ErrorCode code, Answer<?> answer) {
        if (code != file.side().permission()
                || file.bearer().isEmpty()
                || file.calls().rules().sendsOwn(file, answer.uri())) {
            return "";
        }
        return HttpAddress.isPrivate(answer.uri())
                ? "; the token went to " + HttpAddress.origin(file.wire()) + " only"
                : "; the token was not sent because the connection is not encrypted";
    }

    private static String advice(ErrorCode code) {
        return switch (code) {
            case SOURCE_PERMISSION -> "; get the right to read it";
            case DESTINATION_PERMISSION -> "; get the right to write there";
            case DESTINATION_NO_SPACE -> "; free space there or choose another destination";
            default -> "";
        };
    }
}
