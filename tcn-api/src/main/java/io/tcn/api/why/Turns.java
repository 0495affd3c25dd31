// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.policy.ActivityShares;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.Groups;
import io.tcn.api.store.QueuePlaces;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.ActivityWeights;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// How many go before a transfer that waits for its turn, with the activities' shares and the groups' order that the
/// dispatch loop has been told.
@Component
class Turns {
    private static final int MOST_COUNTED = 1000;

    private final QueuePlaces places;
    private final WaitReader reader;
    private final Groups groups;
    private final ActivityShares shares;
    private final Directory directory;

    Turns(QueuePlaces places, WaitReader reader, Groups groups, ActivityShares shares, Directory directory) {
        this.places = places;
        this.reader = reader;
        this.groups = groups;
        this.shares = shares;
        this.directory = directory;
    }

    /// A place in a queue, and the same in words.
    record Turn(QueuePlaces.Place place, String text) {}

    /// Empty if the transfer's pipe is gone.
    Optional<Turn> of(TransferView transfer) {
        PipeId id = PipeId.of(transfer.pipeId());
        return directory.findPipe(id).map(pipe -> of(transfer, pipe));
    }

    private Turn of(TransferView transfer, Pipe pipe) {
        ActivityWeights weights = ActivityWeights.of(shares.of(pipe.user()).orElse(Map.of()));
        List<GroupId> order = groups.order().plan().byPipe().getOrDefault(pipe.id(), List.of());
        GroupId group = !weights.isEmpty()
                ? GroupId.NONE
                : reader.groups(List.of(transfer.id())).getOrDefault(transfer.id(), GroupId.NONE);
        QueuePlaces.Place place = places.of(
                new QueuePlaces.Asked(pipe.id(), transfer.id(), transfer.priority(), transfer.activity(), group),
                new QueuePlaces.Order(weights, order),
                MOST_COUNTED);
        String others = weights.isEmpty()
                ? group.isNone() ? " in groups" : " in no group"
                : " of other activities, by their shares";
        return new Turn(place, ahead(place.ahead()) + inTurn(place.inTurn(), others));
    }

    private static String ahead(int ahead) {
        return ahead == 0
                ? "by priority and time it is the next of its pipe"
                : "ahead of it in its pipe by priority and time: " + counted(ahead);
    }

    private static String inTurn(int inTurn, String others) {
        return inTurn == 0 ? "" : "; it takes turns with " + counted(inTurn) + others;
    }

    private static String counted(int number) {
        return number + (number == MOST_COUNTED ? " or more" : "");
    }
}
