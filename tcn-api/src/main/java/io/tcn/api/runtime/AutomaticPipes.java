// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Pipes that come on first use and go when nothing uses them: nobody declares them, submissions ask for them. A pipe
/// that went comes back under its name.
@Component
public class AutomaticPipes {
    private final Directory directory;
    private final DirectoryStore store;
    private final TcnProperties.Pipes settings;

    AutomaticPipes(Directory directory, DirectoryStore store, TcnProperties properties) {
        this.directory = directory;
        this.store = store;
        this.settings = properties.pipes();
    }

    /// The names of the pipes of these ends and users; those that are not there yet have the name that [#make] will
    /// give them, if the settings allow them.
    ///
    /// @return those that may not be made are missing
    /// @throws IllegalStateException if a user would have more pipes than the settings allow
    public Map<PipeKey, PipeId> idsFor(Collection<PipeKey> keys) {
        Map<PipeKey, PipeId> ids = new HashMap<>();
        Map<UserId, Integer> more = new HashMap<>();
        for (PipeKey key : keys) {
            Pipe known = directory.findPipe(key).orElse(null);
            if (known != null) {
                ids.put(key, known.id());
            } else if (settings.autoCreate() && ids.put(key, idOf(key)) == null) {
                more.merge(key.user(), 1, Integer::sum);
            }
        }
        more.forEach(this::refuseTooMany);
        return ids;
    }

    private void refuseTooMany(UserId user, int more) {
        int most = settings.maxPerUser();
        int present = directory.declared().pipesOf(user);
        if (present + more > most) {
            throw new IllegalStateException("user " + user + " has " + present + " pipes, and these would be " + more
                    + " more: at most " + most + " are made by themselves (tcn.pipes.max-per-user); ask the operator");
        }
    }

    /// Makes the pipes that are not there yet, all or none.
    public void make(Collection<PipeKey> keys) {
        if (directory.declared().hasAllOf(keys)) {
            return;
        }
        directory.alone(() -> {
            List<Pipe> made = keys.stream()
                    .filter(key -> directory.findPipe(key).isEmpty())
                    .map(this::automatic)
                    .toList();
            List<User> newUsers = made.stream()
                    .map(Pipe::user)
                    .distinct()
                    .filter(user -> directory.findUser(user).isEmpty())
                    .map(User::of)
                    .toList();
            store.saveAll(newUsers, made);
            directory.stored(DirectoryChange.put(newUsers, made));
            return null;
        });
    }

    private Pipe automatic(PipeKey key) {
        PipeLimits limits = new PipeLimits(settings.minConnections(), settings.maxConnections());
        return new Pipe(idOf(key), key.source(), key.destination(), key.user(), limits);
    }

    /// The name of a pipe that is not there: the one that it had, or one made of its ends and user.
    private PipeId idOf(PipeKey key) {
        return directory.findForgotten(key).map(Pipe::id).orElseGet(key::toPipeId);
    }

    /// Lets pipes be known again that were removed between the checks of a submission and its storing.
    void revive(Set<PipeId> used) {
        if (directory.declared().hasAll(used)) {
            return;
        }
        directory.alone(() -> {
            List<Pipe> again = directory.declared().forgotten(used);
            store.comeBack(again.stream().map(Pipe::id).toList());
            directory.stored(DirectoryChange.put(List.of(), again));
            return null;
        });
    }

    /// Lets a pipe go that came on first use, if nothing is open there.
    ///
    /// @return false if it is not there, or in use again
    boolean removeUnused(PipeId id) {
        return directory
                .findPipe(id)
                .map(pipe -> directory.remove(pipe, List.of()))
                .orElse(false);
    }

    /// Deletes what is kept of pipes that were removed and of which there is no transfer.
    void deleteForgotten(Collection<PipeId> removed) {
        directory.alone(() -> {
            store.delete(removed);
            directory.declared().deleteForgotten(Set.copyOf(removed));
            return null;
        });
    }
}
