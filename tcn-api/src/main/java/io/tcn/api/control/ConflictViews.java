// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.security.Caller;
import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.UserId;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Conflicts of resource controls as callers see them. Administrators see all; others those in which a control of
/// their own user takes part, without the controls of other users.
final class ConflictViews {
    private static final Pattern OF_USER = Pattern.compile("(guarantee|bound) of (\\S+) on .*");
    private static final Pattern OF_NOBODY = Pattern.compile("capacity of .*");

    private ConflictViews() {}

    static List<NetworkAnswers.ConflictAnswer> of(List<ControlConflict> conflicts, Caller caller) {
        return conflicts.stream()
                .filter(conflict ->
                        caller.administrator() || conflict.members().stream().anyMatch(member -> isOwn(member, caller)))
                .map(conflict -> new ControlConflict(
                        conflict.members().stream()
                                .map(member -> shown(member, caller))
                                .toList(),
                        conflict.keptShare()))
                .map(ConflictViews::view)
                .toList();
    }

    private static NetworkAnswers.ConflictAnswer view(ControlConflict conflict) {
        return new NetworkAnswers.ConflictAnswer(conflict.members(), conflict.keptShare(), conflict.inWords());
    }

    private static String shown(String member, Caller caller) {
        boolean open = caller.administrator() || OF_NOBODY.matcher(member).matches() || isOwn(member, caller);
        if (open) {
            return member;
        }
        Matcher ofUser = OF_USER.matcher(member);
        return ofUser.matches() ? "a " + ofUser.group(1) + " of another user" : "what connections of pipes can carry";
    }

    private static boolean isOwn(String member, Caller caller) {
        return user(member).filter(caller::mayActFor).isPresent();
    }

    private static Optional<UserId> user(String member) {
        Matcher ofUser = OF_USER.matcher(member);
        return ofUser.matches() ? Optional.of(UserId.of(ofUser.group(2))) : Optional.empty();
    }
}
