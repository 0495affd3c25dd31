// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.security.Caller;
import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.UserId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConflictViewsTest {
    private static final List<ControlConflict> CONFLICTS = List.of(
            new ControlConflict(
                    List.of(
                            "guarantee of cms on link:x: 60 Mbit/s",
                            "guarantee of atlas on link:x: 90 Mbit/s",
                            "capacity of link:x: 100 Mbit/s",
                            "the 8 connections at most of atlas:p: 5 Mbit/s"),
                    0.6),
            new ControlConflict(
                    List.of("guarantee of atlas on link:y: 9 Mbit/s", "bound of atlas on link:y: 3 Mbit/s"), 0.33));

    private static Caller caller(String user, boolean administrator) {
        return new Caller(
                "/CN=A",
                Caller.Method.CERTIFICATE,
                List.of(UserId.of(user)),
                List.of(),
                List.of(),
                Map.of(),
                administrator,
                null,
                null);
    }

    @Test
    void administratorsSeeAll() {
        assertThat(ConflictViews.of(CONFLICTS, caller("demo", true)))
                .extracting(NetworkAnswers.ConflictAnswer::members)
                .containsExactly(CONFLICTS.get(0).members(), CONFLICTS.get(1).members());
    }

    @Test
    void othersSeeTheirOwnWithoutTheControlsOfOthers() {
        assertThat(ConflictViews.of(CONFLICTS, caller("cms", false)))
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.members())
                            .isEqualTo(List.of(
                                    "guarantee of cms on link:x: 60 Mbit/s",
                                    "a guarantee of another user",
                                    "capacity of link:x: 100 Mbit/s",
                                    "what connections of pipes can carry"));
                    assertThat(view.keptShare()).isEqualTo(0.6);
                    assertThat(view.inWords()).contains("60 %").doesNotContain("atlas");
                });
        assertThat(ConflictViews.of(CONFLICTS, caller("lhcb", false))).isEmpty();
    }
}
