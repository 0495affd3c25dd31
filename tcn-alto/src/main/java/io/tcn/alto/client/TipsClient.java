// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.client.TipsEdges.View;
import io.tcn.alto.codec.EventName;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import io.tcn.alto.model.VersionTag;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows one resource version by version (RFC 9569): each step fetches one edge of the server's graph. A step may
/// be held by the server until there is a next version. For use by one thread.
public final class TipsClient {
    /// Polls without news after which the view is opened anew, in case it was closed rather than quiet.
    private static final int MAX_POLLS = 20;

    private static final long MAX_VERSION = 1L << 62;

    private final TipsEdges edges;
    private final InstantSource clock;
    private final Substream copy;
    private @Nullable View view;
    private @Nullable Edge begin;
    private long have;
    private int polls;

    TipsClient(TipsEdges edges, SubstreamRequest request, InstantSource clock) {
        this.edges = edges;
        this.clock = clock;
        this.copy = new Substream(request, null, false, false);
    }

    /// From one version to another; version 0 is nothing.
    private record Edge(long from, long to) {}

    /// Takes the next step, opening a view first where there is none.
    ///
    /// @throws AltoException if it failed; the step may be tried again
    public TipsStep next() throws AltoException, InterruptedException {
        View now = view;
        if (now == null) {
            now = begun(edges.open(tag()));
        }
        try {
            return step(now);
        } catch (AltoException e) {
            if (e.status() != 410) {
                throw e;
            }
            view = null; // opened anew next time, if the server has no way back
            return step(begun(edges.lost(now, tag())));
        }
    }

    /// Where to begin in a view: as the server recommends, which may rest on the version whose tag it was told.
    private View begun(View now) throws AltoException {
        long from = now.summary().recommendedFrom();
        long to = now.summary().recommendedTo();
        if (now.summary().endSeq() > MAX_VERSION || to > MAX_VERSION) {
            throw AltoException.invalid(InvalidReason.JSON_TYPE, "a version number beyond all use");
        }
        if (from == 0 || tag() == null) {
            begin = new Edge(0, from == 0 ? to : now.summary().startSeq());
        } else {
            begin = from == to ? null : new Edge(from, to);
            have = from;
        }
        view = now;
        polls = 0;
        return now;
    }

    private TipsStep step(View now) throws AltoException, InterruptedException {
        Edge edge = begin == null ? new Edge(have, have + 1) : begin;
        AltoAnswer answer;
        try {
            answer = edges.edge(now, edge.from(), edge.to());
        } catch (AltoException e) {
            return stumbled(e, edge.to() > now.summary().endSeq());
        }
        try {
            if (edge.from() == 0) {
                copy.drop(); // a full copy, or it is none
            }
            copy.apply(new EventName(MediaType.parse(answer.contentType()), null), answer.body());
        } catch (AltoFormatException e) {
            copy.drop();
            view = null;
            throw Documents.invalid(answer, e);
        }
        begin = null;
        have = edge.to();
        polls = 0;
        SubstreamContent content = copy.working();
        if (content == null || !copy.isChanged()) {
            return new TipsStep.Same(answer.received());
        }
        copy.publish();
        return new TipsStep.Changed(content, answer.received());
    }

    /// No edge came. What that means depends on whether there is such a version yet.
    private TipsStep stumbled(AltoException e, boolean ahead) throws AltoException {
        Instant at = clock.instant();
        if (e.status() == 425) {
            return new TipsStep.NotYet(at, true);
        }
        if (ahead && e.kind() == Kind.TIMEOUT) {
            return new TipsStep.NotYet(at, false); // the server held the request longer than we wait
        }
        if (ahead && e.status() == 404) {
            // a server without long polls says so at once; a view that was closed says the same
            boolean closed = ++polls >= MAX_POLLS;
            if (closed) {
                view = null;
            }
            return new TipsStep.NotYet(at, !closed);
        }
        if (e.status() == 404 || e.kind() == Kind.MISMATCH) {
            view = null;
        }
        throw e;
    }

    private @Nullable String tag() {
        SubstreamContent content = copy.working();
        Optional<VersionTag> own = content == null
                ? Optional.empty()
                : VersionTags.own(content).stream().findFirst();
        return own.map(VersionTag::tag).orElse(null);
    }
}
