// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Section.Fact;
import io.tcn.api.problem.Problem;
import io.tcn.api.store.GroupStore;
import io.tcn.api.text.EnumWord;
import io.tcn.api.why.Cause;
import io.tcn.api.why.CauseCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/// What pages about jobs and transfers have in common.
final class WorkParts {
    private WorkParts() {}

    /// The caller is to look elsewhere.
    static ResponseEntity<byte[]> away(String to) {
        return ResponseEntity.status(303).header(HttpHeaders.LOCATION, to).build();
    }

    /// The number of a transfer, as somebody has written it.
    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            throw Problem.badRequest("a transfer has a number");
        }
    }

    /// How a state looks.
    static String tone(String state) {
        return switch (state) {
            case "FINISHED" -> "good";
            case "FAILED" -> "bad";
            case "FINISHEDDIRTY", "CANCELED" -> "warn";
            default -> "";
        };
    }

    /// The begin of a long text.
    static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= 300 ? text : text.substring(0, 300) + "\u2026";
    }

    /// The group of a job.
    static Fact factOf(GroupStore.Group group) {
        return Fact.of("Group", group.name()).to(Urls.group(group.id().value()));
    }

    /// A cause and what stands behind it.
    static List<Fact> factsOf(Cause cause) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of(words(cause.code()), cause.text()));
        cause.next().stream().limit(10).forEach(behind -> {
            String of = behind.of();
            String link = of.startsWith("transfer ")
                    ? Urls.transfer(of.substring("transfer ".length()))
                    : of.startsWith("pipe ") ? Urls.pipe(of.substring("pipe ".length())) : null;
            facts.add(Fact.of(
                            of + ": " + words(behind.cause().code()),
                            behind.cause().text())
                    .to(link));
        });
        return facts;
    }

    private static String words(CauseCode code) {
        return EnumWord.of(code).replace('_', ' ');
    }
}
