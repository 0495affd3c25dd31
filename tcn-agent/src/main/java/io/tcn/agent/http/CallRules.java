// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import java.net.URI;
import java.util.Optional;

/// Who gets which credential, and which redirects are followed.
///
/// A token goes to the storage that it is meant for and to nobody else. The other side's token, which a third-party
/// copy needs, goes to the storage that is asked to copy, and to where that one redirects the order, unless
/// encryption ends there. Nothing secret goes in clear over a network, and no redirect leads out of encryption.
///
/// @param plainRedirects whether redirects from https to http are followed all the same; without any credential
/// @param plainTokens whether tokens are sent to storages without encryption
public record CallRules(boolean plainRedirects, boolean plainTokens) {
    private static final int MAX_REDIRECTS = 5;

    /// Whether a storage's own token goes to an address.
    boolean sendsOwn(HttpFile file, URI target) {
        return HttpAddress.isSamePlace(target, file.wire()) && isPrivate(target);
    }

    /// Whether the other side's token goes to an address that was asked, or was named by the one that was asked: it is
    /// sent on from there to the other side.
    boolean sendsOther(HttpFile asked, URI target, HttpFile other) {
        return isPrivate(target)
                && isPrivate(other.wire())
                && (HttpAddress.isEncrypted(target) || HttpAddress.isSamePlace(target, asked.wire()));
    }

    private boolean isPrivate(URI target) {
        return plainTokens || HttpAddress.isPrivate(target);
    }

    /// Where an answer sends us, empty if it is not a redirect.
    ///
    /// @param hop how many redirects were followed before
    Optional<URI> redirect(Side side, Answer<?> answer, int hop) throws TransferException {
        Optional<String> location = answer.isRedirect() ? answer.headers().firstValue("Location") : Optional.empty();
        if (location.isEmpty()) {
            return Optional.empty();
        }
        if (hop >= MAX_REDIRECTS) {
            throw new TransferException(
                    side.unavailable(), "the " + side.word() + " redirects without end", Outlook.NOTHING_DONE);
        }
        URI next;
        try {
            next = LocationHeader.resolve(answer.uri(), location.get());
        } catch (IllegalArgumentException e) {
            throw new TransferException(
                    side.unavailable(), refused(side, answer, "no valid address"), Outlook.NOTHING_DONE, e);
        }
        if (!HttpAddress.isHttp(next) || next.getRawUserInfo() != null) {
            throw new TransferException(
                    side.unavailable(), refused(side, answer, "no address of a storage"), Outlook.NOTHING_DONE);
        }
        URI wire = HttpAddress.toWire(next);
        if (side == Side.SOURCE && wire.getRawPath().equals(answer.uri().getRawPath() + "/")) {
            throw new TransferException(
                    side.isDirectory(),
                    refused(side, answer, "itself with a slash: it is a folder; name a file"),
                    Outlook.NOTHING_DONE);
        }
        if (HttpAddress.isEncrypted(answer.uri()) && !HttpAddress.isEncrypted(wire) && !plainRedirects) {
            throw new TransferException(
                    side.unavailable(),
                    refused(side, answer, HttpAddress.origin(wire))
                            + ", which is not encrypted: not followed; let it redirect to https"
                            + " (XRootD: http.desthttps yes), or set tcn.agent.plain-redirects",
                    Outlook.NOT_SENT);
        }
        return Optional.of(wire);
    }

    private static String refused(Side side, Answer<?> answer, String where) {
        return "the " + side.word() + " " + SafeText.of(answer.uri()) + " redirects to " + where;
    }
}
