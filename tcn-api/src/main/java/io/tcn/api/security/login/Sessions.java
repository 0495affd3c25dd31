// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import io.tcn.api.security.token.BearerToken;
import io.tcn.core.port.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import org.springframework.stereotype.Component;

/// Who is logged in, in the memory of the server that leads: after a restart people log in again, which their
/// issuer mostly does without asking them. A session ends when its time is over, when its owner says so, or
/// when too many are there; only people whom an issuer has vouched for have one.
@Component
public class Sessions {
    private static final int ID_BYTES = 32;
    private static final int MOST = 10_000;
    private static final int MOST_OF_ONE = 20;

    /// Somebody who is logged in.
    ///
    /// @param person what a token of this person says; its end is that of the session
    /// @param began when the person logged in
    public record Session(BearerToken person, Instant began) {
        /// When it ends by itself.
        public Instant ends() {
            return person.ends();
        }

        private Owner owner() {
            return new Owner(person.issuer(), person.subject());
        }
    }

    private record Owner(String issuer, String subject) {}

    private final TimeSource time;
    private final Duration length;
    private final SecureRandom random = new SecureRandom();

    /// By id, the oldest first.
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    /// The ids of each person, the oldest first.
    private final Map<Owner, SequencedSet<String>> ofOwner = new HashMap<>();

    Sessions(TimeSource time, LoginProperties properties) {
        this.time = time;
        this.length = properties.session();
    }

    /// How long a session lasts.
    public Duration length() {
        return length;
    }

    /// Begins a session.
    ///
    /// @return its id: a secret of the person's browser
    public synchronized String begin(BearerToken person) {
        Instant now = time.now();
        BearerToken known = new BearerToken(
                "",
                person.issuer(),
                person.subject(),
                person.issuerVo(),
                person.groups(),
                person.scopes(),
                person.wlcgProfile(),
                now.plus(length));
        Session session = new Session(known, now);
        removeOver(now);
        removeOldest(session.owner());
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        sessions.put(id, session);
        ofOwner.computeIfAbsent(session.owner(), first -> new LinkedHashSet<>()).add(id);
        return id;
    }

    /// All last as long as each other, so that those that are over come first.
    private void removeOver(Instant now) {
        List<String> over = new ArrayList<>();
        for (Map.Entry<String, Session> each : sessions.entrySet()) {
            if (!isOver(each.getValue(), now)) {
                break;
            }
            over.add(each.getKey());
        }
        over.forEach(this::remove);
    }

    private void removeOldest(Owner coming) {
        SequencedSet<String> own = ofOwner.get(coming);
        if (own != null && own.size() >= MOST_OF_ONE) {
            remove(own.getFirst());
        } else if (sessions.size() >= MOST) {
            remove(sessions.keySet().iterator().next());
        }
    }

    private void remove(String id) {
        Session session = sessions.remove(id);
        if (session == null) {
            return;
        }
        SequencedSet<String> own = ofOwner.get(session.owner());
        if (own != null && own.remove(id) && own.isEmpty()) {
            ofOwner.remove(session.owner());
        }
    }

    private static boolean isOver(Session session, Instant now) {
        return !now.isBefore(session.ends());
    }

    /// The session of an id, empty if it is over or never was.
    public synchronized Optional<Session> find(String id) {
        Session session = sessions.get(id);
        if (session != null && isOver(session, time.now())) {
            remove(id);
            return Optional.empty();
        }
        return Optional.ofNullable(session);
    }

    /// Ends a session, if it is there.
    public synchronized void end(String id) {
        remove(id);
    }

    /// How many are logged in.
    public synchronized int count() {
        return sessions.size();
    }
}
