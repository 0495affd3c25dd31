// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// From where to where, whoever's files move between them.
public record EndpointPair(Endpoint source, Endpoint destination) implements Comparable<EndpointPair> {
    /// An odd number, 2^32 over the golden ratio: names that differ in a digit or two are spread out. The usual 31
    /// would let very many pairs of such names collide.
    private static final int SPREAD = 0x9E3779B9;

    /// That of a pipe.
    public static EndpointPair of(Pipe pipe) {
        return new EndpointPair(pipe.source(), pipe.destination());
    }

    /// Between which storages, whatever the spelling of their addresses.
    public EndpointPair storages() {
        return new EndpointPair(source.storage(), destination.storage());
    }

    @Override
    public int compareTo(EndpointPair other) {
        int bySource = source.compareTo(other.source);
        return bySource != 0 ? bySource : destination.compareTo(other.destination);
    }

    @Override
    public int hashCode() {
        return source.hashCode() * SPREAD + destination.hashCode();
    }

    @Override
    public String toString() {
        return source + " to " + destination;
    }
}
