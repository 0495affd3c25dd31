// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// How lists are asked for in pages: `limit` rows that come behind the key `after`. A page that is full names
/// the next one in the header `Link` (RFC 8288).
final class Pages {
    /// The most rows of a page.
    static final int MOST = 1000;

    private static final String AFTER = "after";
    private static final String LIMIT = "limit";

    private Pages() {}

    static void check(int limit) {
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MOST + ", given was " + limit);
        }
    }

    /// Names the next page, if this one is full; that may be empty.
    ///
    /// @param rows of this page
    /// @param key of a row, as `after` takes it
    static <R> void nameNext(
            HttpServletRequest request, HttpServletResponse response, List<R> rows, int limit, Function<R, ?> key) {
        if (rows.size() == limit) {
            nameNext(request, response, limit, key.apply(rows.getLast()));
        }
    }

    /// Names the next page.
    ///
    /// @param after behind what it begins
    static void nameNext(HttpServletRequest request, HttpServletResponse response, int limit, Object after) {
        StringBuilder next = new StringBuilder(request.getRequestURI()).append('?');
        request.getParameterMap().forEach((name, values) -> {
            if (!name.equals(AFTER) && !name.equals(LIMIT)) {
                for (String value : values) {
                    next.append(encoded(name))
                            .append('=')
                            .append(encoded(value))
                            .append('&');
                }
            }
        });
        next.append(LIMIT).append('=').append(limit).append('&').append(AFTER).append('=');
        next.append(encoded(String.valueOf(after)));
        response.addHeader(HttpHeaders.LINK, "<" + next + ">; rel=\"next\"");
    }

    /// The page behind a key of rows that are all at hand; names the next one if there is more.
    ///
    /// @param rows in the order of their keys
    /// @param after null for the first page
    static <R, K extends Comparable<? super K>> List<R> cut(
            Listing listing, Stream<R> rows, Function<R, K> key, @Nullable K after) {
        check(listing.limit());
        List<R> found = rows.filter(row -> after == null || key.apply(row).compareTo(after) > 0)
                .limit(listing.limit() + 1L)
                .toList();
        if (found.size() <= listing.limit()) {
            return found;
        }
        List<R> page = found.subList(0, listing.limit());
        nameNext(listing.request(), listing.response(), listing.limit(), key.apply(page.getLast()));
        return page;
    }

    /// The page behind a key of rows that are all at hand. Rows of one key stay together, so that a page may have more
    /// rows than were asked for.
    ///
    /// @param rows in the order of their keys
    /// @param after null for the first page
    static <R, K extends Comparable<? super K>> List<R> cutWhole(
            Listing listing, List<R> rows, Function<R, K> key, @Nullable K after) {
        check(listing.limit());
        List<R> left = rows.stream()
                .filter(row -> after == null || key.apply(row).compareTo(after) > 0)
                .toList();
        if (left.size() <= listing.limit()) {
            return left;
        }
        K last = key.apply(left.get(listing.limit() - 1));
        List<R> page = left.stream()
                .takeWhile(row -> key.apply(row).compareTo(last) <= 0)
                .toList();
        if (page.size() < left.size()) {
            nameNext(listing.request(), listing.response(), listing.limit(), last);
        }
        return page;
    }

    /// What a list is asked for.
    record Listing(HttpServletRequest request, HttpServletResponse response, int limit) {}

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
