// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.alto.model.Address;
import io.tcn.core.model.Endpoint;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBookTest {
    private final VirtualLoop time = new VirtualLoop();
    private final Map<String, List<Address>> names = new HashMap<>();
    private final List<String> lookups = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private int told;
    private final AddressBook book = new AddressBook(
            Map.of(
                    endpoint("https://known.example"), AddressBook.parsePlace("192.0.2.7, 2001:db8::7"),
                    endpoint("https://group.example"), AddressBook.parsePlace("pid:pid-cern"),
                    endpoint("https://192.0.2.99"), AddressBook.parsePlace("192.0.2.1")),
            host -> {
                lookups.add(host);
                List<Address> found = names.get(host);
                if (found == null) {
                    throw new UnknownHostException(host);
                }
                return found;
            },
            waiting::add,
            time);

    AddressBookTest() {
        book.listen(() -> told++);
    }

    private static Endpoint endpoint(String url) {
        return Endpoint.parse(url);
    }

    private static Place at(String... addresses) {
        return new Place.At(List.of(addresses).stream().map(Answers::address).toList());
    }

    private Place find(String url) {
        return book.find(endpoint(url));
    }

    private void answer() {
        List<Runnable> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(Runnable::run);
    }

    @Test
    void whatTheOperatorSaysGoesFirstEvenBeforeAnAddressInTheUrl() {
        assertThat(find("https://known.example")).isEqualTo(at("192.0.2.7", "2001:db8::7"));
        assertThat(find("https://group.example")).isEqualTo(new Place.InPid("pid-cern"));
        assertThat(find("https://192.0.2.99")).isEqualTo(at("192.0.2.1"));
        assertThat(waiting).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://192.0.2.5, 192.0.2.5",
        "davs://192.0.2.5:8443, 192.0.2.5",
        "https://[2001:DB8::5], 2001:db8::5",
        "https://[2001:db8:0:0::5]:443, 2001:db8::5"
    })
    void anAddressInTheUrlIsTheAddress(String url, String expected) {
        assertThat(find(url)).isEqualTo(at(expected));
        assertThat(waiting).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://010.0.0.1", "https://localhost.invalid"})
    void q06WhatIsNoStrictAddressIsANameAndUnknownUntilItIsFound(String url) {
        assertThat(find(url)).isEqualTo(new Place.Asked());
        answer();
        assertThat(find(url)).isEqualTo(new Place.Unknown());
        assertThat(told).as("that nobody knows is news, once").isEqualTo(1);
        assertThat(lookups).hasSize(1);
    }

    @Test
    void q06AFileHasNoAddress() {
        assertThat(find("file:///data")).isEqualTo(new Place.Unknown());
        assertThat(waiting).isEmpty();
    }

    @Test
    void q08ANameIsAskedForInTheBackgroundOnceAndTold() {
        names.put("a.example", List.of(Answers.host(1)));
        for (int i = 0; i < 5; i++) {
            assertThat(find("https://a.example")).isEqualTo(new Place.Asked());
        }
        assertThat(waiting).hasSize(1);
        assertThat(book.revision()).isZero();
        answer();
        assertThat(find("https://a.example")).isEqualTo(at("192.0.2.1"));
        assertThat(told).isEqualTo(1);
        assertThat(book.revision()).isEqualTo(1);
        assertThat(lookups).containsExactly("a.example");
    }

    @Test
    void aNameIsAskedForAgainAndATellOnlyComesWithAnotherAnswer() {
        names.put("a.example", List.of(Answers.host(1), Answers.host(2)));
        find("https://a.example");
        answer();
        time.advance(AddressBook.ASK_AGAIN.plusSeconds(1));
        names.put("a.example", List.of(Answers.host(2), Answers.host(1)));
        find("https://a.example");
        answer();
        assertThat(lookups).hasSize(2);
        assertThat(told).as("the same addresses in another order").isEqualTo(1);
        time.advance(AddressBook.ASK_AGAIN.plusSeconds(1));
        names.put("a.example", List.of(Answers.host(3)));
        assertThat(find("https://a.example")).as("old until the answer").isEqualTo(at("192.0.2.1", "192.0.2.2"));
        answer();
        assertThat(find("https://a.example")).isEqualTo(at("192.0.2.3"));
        assertThat(told).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasFoundHoldsWhileTheNameServiceFailsOrFindsNothing(boolean empty) {
        names.put("a.example", List.of(Answers.host(1)));
        find("https://a.example");
        answer();
        @Nullable List<Address> gone = names.remove("a.example");
        assertThat(gone).isNotNull();
        if (empty) {
            names.put("a.example", List.of());
        }
        for (int i = 0; i < 20; i++) {
            time.advance(Duration.ofHours(1));
            assertThat(find("https://a.example")).isEqualTo(at("192.0.2.1"));
            answer();
        }
        assertThat(lookups).hasSize(21);
        assertThat(told).isEqualTo(1);
    }

    @Test
    void anUnknownNameIsAskedForAgainAfterHalfAMinute() {
        find("https://a.example");
        answer();
        time.advance(AddressBook.ASK_AGAIN_UNKNOWN);
        find("https://a.example");
        assertThat(waiting).isEmpty();
        time.advance(Duration.ofSeconds(1));
        find("https://a.example");
        names.put("a.example", List.of(Answers.host(1)));
        answer();
        assertThat(find("https://a.example")).isEqualTo(at("192.0.2.1"));
    }

    @Test
    void eightAddressesOfAFamilyAreUsedTheLowestOnes() {
        List<Address> many = new ArrayList<>();
        for (int i = 20; i > 0; i--) {
            many.add(Answers.host(i));
        }
        many.add(Answers.address("2001:db8::1"));
        names.put("a.example", many);
        find("https://a.example");
        answer();
        Place.At place = (Place.At) find("https://a.example");
        assertThat(place.addresses())
                .hasSize(9)
                .contains(Answers.host(1), Answers.host(8), Answers.address("2001:db8::1"))
                .doesNotContain(Answers.host(9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pid:", "cern", "192.0.2", "192.0.2.1,,192.0.2.2", "192.0.2.0/24"})
    void anEntryThatIsNoPlaceIsRefusedAndSaysWhatToWrite(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressBook.parsePlace(text))
                .withMessageContaining("pid:NAME");
    }
}
