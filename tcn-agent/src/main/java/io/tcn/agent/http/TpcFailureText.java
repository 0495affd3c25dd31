// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.core.model.ErrorCode;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the text of a failed third-party copy means. Storages say nearly everything in prose; the phrases here are
/// those of XRootD (with libcurl's) and of dCache and StoRM where they are known.
///
/// The *asked* party is the one that got the COPY and writes the text, the *other* party is whom it talked to: for a
/// pull the source is the other one, for a push the destination.
final class TpcFailureText {
    private static final Pattern OTHER_STATUS =
            Pattern.compile("(?:status code|status|rejected \\w{1,16}+:|http/1\\.[01]|error:?) ?:? ?([1-5]\\d\\d)\\b");

    private static final Set<ErrorCode> OF_ITS_DISK = EnumSet.of(
            ErrorCode.SOURCE_UNAVAILABLE,
            ErrorCode.DESTINATION_NO_SPACE,
            ErrorCode.DESTINATION_EXISTS,
            ErrorCode.DESTINATION_READ_ONLY,
            ErrorCode.NAME_TOO_LONG);

    private TpcFailureText() {}

    /// What is to be made of a failure.
    ///
    /// @param code its kind
    /// @param outlook whether another way of copying may help
    record Verdict(ErrorCode code, Outlook outlook) {}

    /// Judges the text of a last line `failure: TEXT`.
    ///
    /// @param asked the side that was asked to copy
    static Verdict judge(Side asked, String failureText) {
        String text = failureText.toLowerCase(Locale.ROOT);
        Side other = asked == Side.SOURCE ? Side.DESTINATION : Side.SOURCE;
        if (text.contains("remote side") || text.contains("rejected get") || text.contains("rejected put")) {
            Optional<Verdict> verdict = otherPartySaid(other, text);
            if (verdict.isPresent()) {
                return verdict.get();
            }
        }
        Optional<ErrorCode> local = localCode(asked, text);
        // A path may have any word in it; what these say is not said of certificates, nor of the other party.
        boolean isOfItsDisk = local.isPresent() && OF_ITS_DISK.contains(local.get());
        if (!isOfItsDisk && (isUnreachable(text) || isTlsTrouble(text))) {
            return new Verdict(other.unavailable(), Outlook.ANOTHER_WAY);
        }
        if (local.isPresent()) {
            return new Verdict(local.get(), Outlook.FINAL);
        }
        if (hasAny(text, "no bytes have been received", "timeout was reached", "timed out")) {
            return new Verdict(ErrorCode.TIMEOUT, Outlook.FINAL);
        }
        if (hasAny(text, "not supported", "unsupported", "not implemented", "internal state error in libcurl")) {
            return new Verdict(asked.unavailable(), Outlook.ANOTHER_WAY);
        }
        if (hasAny(
                text,
                "partial file",
                "returned nothing",
                "connection reset",
                "reset by peer",
                "broken pipe",
                "failure when receiving",
                "failed sending",
                "recv failure",
                "send failure")) {
            return new Verdict(ErrorCode.INTERRUPTED, Outlook.FINAL);
        }
        if (text.contains("filesystem")) {
            return new Verdict(asked.unavailable(), Outlook.FINAL);
        }
        return new Verdict(ErrorCode.INTERRUPTED, Outlook.FINAL);
    }

    /// Judges a status that the asked party gave before any copying began. A storage that tells what is wrong with its
    /// own file is believed; other refusals may only mean that it does not copy to or from other storages.
    static Verdict judgeStatus(Side asked, int status, String answerText) {
        if (asked == Side.DESTINATION && status == 412) {
            return new Verdict(ErrorCode.DESTINATION_EXISTS, Outlook.FINAL);
        }
        Optional<ErrorCode> local = localCode(asked, status, answerText);
        if (local.isPresent()) {
            return new Verdict(status == 401 || status == 403 ? asked.permission() : local.get(), Outlook.FINAL);
        }
        return switch (status) {
            case 401 -> new Verdict(asked.permission(), Outlook.FINAL);
            case 403 -> new Verdict(asked.permission(), Outlook.ANOTHER_WAY);
            case 413, 507 -> new Verdict(ErrorCode.DESTINATION_NO_SPACE, Outlook.FINAL);
            case 400, 404, 405, 409, 412, 500, 501, 502 -> new Verdict(asked.unavailable(), Outlook.ANOTHER_WAY);
            default -> new Verdict(asked.unavailable(), Outlook.FINAL);
        };
    }

    /// The kind of failure that an answer tells about files of the storage, empty if it does not. One that is busy says
    /// nothing of them, whatever its text: a quota may be one of requests.
    static Optional<ErrorCode> localCode(Side side, int status, String answerText) {
        return status == 429 || status == 503 ? Optional.empty() : localCode(side, answerText);
    }

    /// The kind of failure that a storage tells about its own files, empty if the text does not tell.
    static Optional<ErrorCode> localCode(Side side, String failureText) {
        String text = failureText.toLowerCase(Locale.ROOT);
        if (hasAny(text, "no space left", "quota exceeded", "insufficient storage", "code=28", "out of space")) {
            // A source writes too: what it stages, or keeps of what was asked.
            return Optional.of(side == Side.SOURCE ? side.unavailable() : ErrorCode.DESTINATION_NO_SPACE);
        }
        if (text.contains("permission denied") || text.contains("operation not permitted")) {
            return Optional.of(side.permission());
        }
        if (text.contains("is a directory")) {
            return Optional.of(side.isDirectory());
        }
        if (side == Side.SOURCE) {
            return text.contains("no such file") ? Optional.of(ErrorCode.SOURCE_NOT_FOUND) : Optional.empty();
        }
        if (text.contains("file exists") || text.contains("already exists")) {
            return Optional.of(ErrorCode.DESTINATION_EXISTS);
        }
        if (hasAny(text, "read-only file system", "read only file system")) {
            return Optional.of(ErrorCode.DESTINATION_READ_ONLY);
        }
        return text.contains("name too long") ? Optional.of(ErrorCode.NAME_TOO_LONG) : Optional.empty();
    }

    /// Whether a folder on the way to the destination is missing.
    static boolean isMissingFolder(int status, String answerText) {
        return status == 409
                || ((status == 400 || status == 404 || status == 500)
                        && answerText.toLowerCase(Locale.ROOT).contains("no such file or directory"));
    }

    private static Optional<Verdict> otherPartySaid(Side other, String text) {
        Matcher matcher = OTHER_STATUS.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        int status = Integer.parseInt(matcher.group(1));
        Outlook outlook = switch (status) {
            // The other party did not take the asked party's credentials, or not its way of asking; ours may
            // do better.
            case 400, 401, 403, 405, 501 -> Outlook.ANOTHER_WAY;
            // A destination that does not find its folder, or does not know what to do with a push.
            case 404, 409, 500, 502 -> other == Side.DESTINATION ? Outlook.ANOTHER_WAY : Outlook.FINAL;
            default -> Outlook.FINAL;
        };
        return Optional.of(new Verdict(HttpStatusCodes.codeOf(other, status), outlook));
    }

    private static boolean isUnreachable(String text) {
        return hasAny(
                text,
                "couldn't connect",
                "could not connect",
                "failed to connect",
                "couldn't resolve",
                "could not resolve",
                "connection refused",
                "no route to host",
                "unknown host");
    }

    private static boolean isTlsTrouble(String text) {
        return hasAny(text, "ssl", "tls", "certificate", "credential");
    }

    private static boolean hasAny(String text, String... phrases) {
        for (String phrase : phrases) {
            if (text.contains(phrase)) {
                return true;
            }
        }
        return false;
    }
}
