// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.credential.Kept;
import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.SubmissionChecks;
import io.tcn.api.security.Caller;
import io.tcn.api.security.token.BearerToken;
import io.tcn.core.model.TransferCredentials;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The tokens of a submission: those of its entries, else the caller's own for all. They go into the vault, and jobs
/// know their names only. Callers with certificates have none.
@Component
class SubmissionTokens {
    private final SubmissionChecks checks;

    SubmissionTokens(SubmissionChecks checks) {
        this.checks = checks;
    }

    /// Finds the credentials of a file.
    @FunctionalInterface
    interface Finder {
        /// @param source position in the entry's sources
        /// @param destination position in the entry's destinations
        TransferCredentials find(FileEntry entry, int source, int destination);
    }

    /// Checks and keeps the tokens of a submission.
    ///
    /// @param own the token that the caller showed, null if it showed none
    /// @throws FtsException 400 for missing or bad tokens
    Finder keep(Submission submission, Caller caller, @Nullable BearerToken own) {
        if (caller.method() != Caller.Method.TOKEN || own == null) {
            return (entry, source, destination) -> TransferCredentials.NONE;
        }
        boolean any = submission.entries().stream()
                .anyMatch(entry -> !entry.sourceTokens().isEmpty()
                        || !entry.destinationTokens().isEmpty());
        if (!any) {
            TransferCredentials both = checks.own(caller, own);
            return (entry, source, destination) -> both;
        }
        Set<String> tokens = new LinkedHashSet<>();
        for (FileEntry entry : submission.entries()) {
            count(entry, "source_tokens", entry.sourceTokens(), entry.sources().size());
            count(
                    entry,
                    "destination_tokens",
                    entry.destinationTokens(),
                    entry.destinations().size());
            tokens.addAll(entry.sourceTokens());
            tokens.addAll(entry.destinationTokens());
        }
        Map<String, Kept> kept = checks.keep(tokens);
        return (entry, source, destination) -> SubmissionChecks.credentials(
                kept,
                entry.sourceTokens().get(source),
                entry.destinationTokens().get(destination));
    }

    private static void count(FileEntry entry, String key, List<String> tokens, int urls) {
        if (tokens.size() != urls) {
            throw FtsException.badRequest("files[" + entry.index() + "]." + key + " has " + tokens.size()
                    + " tokens for " + urls + " URLs: give one for each, in all entries");
        }
    }
}
