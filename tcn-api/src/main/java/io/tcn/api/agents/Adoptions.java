// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.transfer.AttemptsElsewhere;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a server takes over from those before it: the orders whose agents have still to be told, and the agents that
/// were not heard of since. Guarded by the lock of [RemoteDataPlane].
///
/// An agent that lives, in the term of its lease in which it was given the order, is heard within its lease of any
/// moment at which this server reads ([io.tcn.agent.remote.Lease]). So one that was not heard of until a beacon came
/// back that was sent long enough after this server had begun to read is lost, as one that has fallen silent.
final class Adoptions {
    private final AttemptsElsewhere storages;
    private final List<RemoteOrder> untold = new ArrayList<>();
    private final Set<String> unheard = new TreeSet<>();

    Adoptions(AttemptsElsewhere storages) {
        this.storages = storages;
    }

    /// The order of an attempt that was found at the start; its agent is to be told.
    ///
    /// @param listener hears what becomes of it
    RemoteOrder add(GoneOn goneOn, AttemptListener listener) {
        Attempt attempt = new Attempt(
                new AttemptId(
                        goneOn.transfer().transfer().id(),
                        goneOn.order().attempt().number()),
                goneOn.transfer().transfer(),
                goneOn.order().connections(),
                PipeTuning.of(goneOn.order().connections()),
                goneOn.transfer().earlier());
        RemoteOrder order = new RemoteOrder(goneOn, attempt, storages.noting(attempt, listener));
        untold.add(order);
        unheard.add(order.instance);
        return order;
    }

    /// The orders whose agents are to be told now; once.
    List<RemoteOrder> take() {
        List<RemoteOrder> all = List.copyOf(untold);
        untold.clear();
        return all;
    }

    /// A process was heard of: from now on its heartbeats tell whether it lives.
    void heard(String instance) {
        if (!unheard.isEmpty()) {
            unheard.remove(instance);
        }
    }

    /// Those that were not heard of until now, and are lost; once.
    List<String> takeUnheard() {
        List<String> lost = List.copyOf(unheard);
        unheard.clear();
        return lost;
    }
}
