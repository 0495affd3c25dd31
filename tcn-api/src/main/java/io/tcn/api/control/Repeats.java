// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.answered.Answered;
import io.tcn.api.store.answered.AnsweredRequests;
import io.tcn.api.store.policy.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Requests that their callers send again because no answer came: with the same `Idempotency-Key` they are answered as
/// the first was, and nothing is made twice. The answer is remembered in the transaction that makes the change.
@Component
class Repeats {
    static final String KEY = "Idempotency-Key";
    static final String ABOUT = "Of the caller's choice, 1 to 255 characters: the same request sent again with it is"
            + " answered as the first was, and changes nothing. Kept for a week; 422 if it was used for another request.";

    private static final int LONGEST_KEY = 255;
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final AnsweredRequests answered;
    private final Submissions submissions;

    Repeats(AnsweredRequests answered, Submissions submissions) {
        this.answered = answered;
        this.submissions = submissions;
    }

    /// A request that may be sent again.
    ///
    /// @param id made of the caller and his key
    /// @param digest of what he asks for
    record Asked(String id, String digest) {}

    /// The id that a caller's key stands for, the same on every server. The subject of a token is somebody else's with
    /// another issuer.
    static String id(String key, Caller caller) {
        if (key.isBlank() || key.length() > LONGEST_KEY) {
            throw Problem.badRequest("\"" + KEY + "\" has 1 to " + LONGEST_KEY + " characters");
        }
        String credential = Submitter.credentialOf(caller);
        String who = credential == null ? caller.dn() : caller.dn() + "\n" + credential;
        return UUID.nameUUIDFromBytes((who + "\n" + key).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /// @param key null if the request is not to be sent again
    /// @param route method, path and what stands in the query
    /// @param body as it was read
    static @Nullable Asked asked(@Nullable String key, Caller caller, String route, Object body) {
        return key == null ? null : new Asked(id(key, caller), digest(route + "\n" + MAPPER.writeValueAsString(body)));
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /// Works once: who has the answer already gets it again.
    <T> T once(@Nullable Asked asked, Class<T> type, Supplier<T> work) {
        if (asked == null) {
            return work.get();
        }
        // Transfers that were added with the key are known by their job. One of a resubmission comes with its answer.
        boolean isOfJob = submissions.exists(asked.id());
        Optional<T> known = known(asked, type);
        if (known.isPresent()) {
            return known.get();
        }
        if (isOfJob) {
            throw ofAnother();
        }
        try {
            return work.get();
        } catch (DuplicateKeyException atTheSameTime) {
            return known(asked, type).orElseThrow(() -> atTheSameTime);
        }
    }

    private <T> Optional<T> known(Asked asked, Class<T> type) {
        return answered.find(asked.id()).map(before -> {
            if (!before.asked().equals(asked.digest())) {
                throw ofAnother();
            }
            return MAPPER.readValue(before.answer(), type);
        });
    }

    /// Refuses a key of transfers with which something else was asked for before.
    void mustBeOfTransfers(String id) {
        if (answered.find(id).isPresent()) {
            throw ofAnother();
        }
    }

    private static Problem ofAnother() {
        return new Problem(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "this \"" + KEY + "\" was used for another request: use a new key for a new request");
    }

    /// What is to be remembered with a change; null if nothing is.
    static @Nullable Answered answer(@Nullable Asked asked, Object answer) {
        return asked == null ? null : new Answered(asked.id(), asked.digest(), MAPPER.writeValueAsString(answer));
    }

    /// The same entry, with the answer that is to be remembered with it.
    static AuditEntry with(AuditEntry entry, @Nullable Asked asked, Object answer) {
        return entry.with(answer(asked, answer));
    }
}
