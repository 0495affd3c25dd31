// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A sorted map that never changes: a change makes another map, which shares all but a path of the tree with this one.
/// So a snapshot for each of many declarations costs no copy of all that was declared before.
///
/// A treap: a search tree by key, and a heap by a number that is mixed from the key's hash, which makes its depth
/// O(log n) whatever the order in which keys come. The same keys make the same tree. Cost: O(log n) for a look and
/// for a change.
@SuppressWarnings("JdkObsolete") // snapshots promise a SortedMap, and nobody asks for more
final class SharedMap<K extends Comparable<K>, V> extends AbstractMap<K, V> implements SortedMap<K, V> {
    private record Node<K, V>(
            K key,
            V value,
            int rank,
            @Nullable Node<K, V> left,
            @Nullable Node<K, V> right) {
        Node<K, V> withLeft(@Nullable Node<K, V> other) {
            return new Node<>(key, value, rank, other, right);
        }

        Node<K, V> withRight(@Nullable Node<K, V> other) {
            return new Node<>(key, value, rank, left, other);
        }
    }

    private final @Nullable Node<K, V> root;
    private final int size;

    private SharedMap(@Nullable Node<K, V> root, int size) {
        this.root = root;
        this.size = size;
    }

    static <K extends Comparable<K>, V> SharedMap<K, V> empty() {
        return new SharedMap<>(null, 0);
    }

    /// This map with one entry more, or another value for a key.
    SharedMap<K, V> with(K key, V value) {
        return new SharedMap<>(put(root, key, value), containsKey(key) ? size : size + 1);
    }

    /// This map without a key.
    SharedMap<K, V> without(K key) {
        return root == null || !containsKey(key) ? this : new SharedMap<>(remove(root, key), size - 1);
    }

    private static <K extends Comparable<K>, V> Node<K, V> put(@Nullable Node<K, V> at, K key, V value) {
        if (at == null) {
            return new Node<>(key, value, rank(key), null, null);
        }
        int order = key.compareTo(at.key());
        if (order == 0) {
            return new Node<>(key, value, at.rank(), at.left(), at.right());
        }
        if (order < 0) {
            Node<K, V> left = put(at.left(), key, value);
            return left.rank() > at.rank() ? left.withRight(at.withLeft(left.right())) : at.withLeft(left);
        }
        Node<K, V> right = put(at.right(), key, value);
        return right.rank() > at.rank() ? right.withLeft(at.withRight(right.left())) : at.withRight(right);
    }

    private static <K extends Comparable<K>, V> @Nullable Node<K, V> remove(@Nullable Node<K, V> at, K key) {
        if (at == null) {
            return null;
        }
        int order = key.compareTo(at.key());
        if (order == 0) {
            return join(at.left(), at.right());
        }
        return order < 0 ? at.withLeft(remove(at.left(), key)) : at.withRight(remove(at.right(), key));
    }

    private static <K, V> @Nullable Node<K, V> join(@Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return left.rank() > right.rank()
                ? left.withRight(join(left.right(), right))
                : right.withLeft(join(left, right.left()));
    }

    /// Hashes of like names lie close together: all bits have to count.
    private static int rank(Object key) {
        int mixed = key.hashCode() * 0x9E3779B9;
        mixed = (mixed ^ (mixed >>> 15)) * 0x85EBCA6B;
        return mixed ^ (mixed >>> 13);
    }

    private @Nullable Node<K, V> find(@Nullable Object key) {
        Node<K, V> at = root;
        while (at != null) {
            @SuppressWarnings("unchecked") // as in every sorted map, a key of another type is a mistake of the caller
            int order = ((K) Objects.requireNonNull(key)).compareTo(at.key());
            if (order == 0) {
                return at;
            }
            at = order < 0 ? at.left() : at.right();
        }
        return null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return find(key) != null;
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        Node<K, V> found = find(key);
        return found == null ? null : found.value();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new InOrder<>(root);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private static final class InOrder<K, V> implements Iterator<Entry<K, V>> {
        private final ArrayDeque<Node<K, V>> path = new ArrayDeque<>();

        InOrder(@Nullable Node<K, V> root) {
            descend(root);
        }

        private void descend(@Nullable Node<K, V> from) {
            for (Node<K, V> at = from; at != null; at = at.left()) {
                path.push(at);
            }
        }

        @Override
        public boolean hasNext() {
            return !path.isEmpty();
        }

        @Override
        public Entry<K, V> next() {
            Node<K, V> next = path.pop();
            descend(next.right());
            return new SimpleImmutableEntry<>(next.key(), next.value());
        }
    }

    // --- the order; parts of the map are copies

    /// That of the keys.
    @Override
    public @Nullable Comparator<? super K> comparator() {
        return null;
    }

    @Override
    public K firstKey() {
        Node<K, V> at = notEmpty();
        for (Node<K, V> left = at.left(); left != null; left = left.left()) {
            at = left;
        }
        return at.key();
    }

    @Override
    public K lastKey() {
        Node<K, V> at = notEmpty();
        for (Node<K, V> right = at.right(); right != null; right = right.right()) {
            at = right;
        }
        return at.key();
    }

    private Node<K, V> notEmpty() {
        Node<K, V> at = root;
        if (at == null) {
            throw new NoSuchElementException("the map is empty");
        }
        return at;
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        return new TreeMap<>(this).subMap(from, to);
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return new TreeMap<>(this).headMap(to);
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return new TreeMap<>(this).tailMap(from);
    }
}
