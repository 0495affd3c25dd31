// SPDX-License-Identifier: Apache-2.0
// Runs a file of flows in SimGrid and writes when each of them finished, in seconds. Usage: flows INPUT OUTPUT
//
// The input is text, numbers separated by white space:
//   number of links, then per link its capacity in bytes per second and its latency in seconds
//   number of sites (they are numbered from 0)
//   number of routes, then per route: source, destination, number of links, the links
//   number of flows, then per flow: its start in seconds (rising), its route, its bytes
// All flows of a route share its links with those of the other routes by weighted max-min: model CM02 without cross
// traffic, window limit and bandwidth factor.
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sg4 = simgrid::s4u;

struct Flow {
    double start;
    int route;
    double bytes;
};

int main(int argc, char** argv) {
    auto begun = std::chrono::steady_clock::now();
    sg4::Engine engine(&argc, argv);
    if (argc != 3) {
        std::cerr << "usage: flows INPUT OUTPUT\n";
        return 2;
    }
    sg4::Engine::set_config("network/model:CM02");
    sg4::Engine::set_config("network/crosstraffic:0");
    sg4::Engine::set_config("network/TCP-gamma:0");
    sg4::Engine::set_config("network/bandwidth-factor:1");
    sg4::Engine::set_config("network/latency-factor:1");
    sg4::Engine::set_config("network/weight-S:0");

    std::ifstream in(argv[1]);
    auto* zone = sg4::create_full_zone("all");
    size_t count = 0;
    in >> count;
    std::vector<const sg4::Link*> links;
    for (size_t i = 0; i < count; i++) {
        double bytes_per_second = 0;
        double latency = 0;
        in >> bytes_per_second >> latency;
        links.push_back(
            zone->create_link("link" + std::to_string(i), bytes_per_second)->set_latency(latency)->seal());
    }
    in >> count;
    std::vector<sg4::Host*> sites;
    for (size_t i = 0; i < count; i++) {
        sites.push_back(zone->create_host("site" + std::to_string(i), 1e9)->seal());
    }
    in >> count;
    std::vector<std::pair<int, int>> routes;
    for (size_t i = 0; i < count; i++) {
        int from = 0;
        int to = 0;
        size_t hops = 0;
        in >> from >> to >> hops;
        std::vector<sg4::LinkInRoute> path;
        for (size_t k = 0; k < hops; k++) {
            size_t link = 0;
            in >> link;
            path.emplace_back(links[link]);
        }
        zone->add_route(sites[from]->get_netpoint(), sites[to]->get_netpoint(), nullptr, nullptr, path, false);
        routes.emplace_back(from, to);
    }
    zone->seal();
    in >> count;
    std::vector<Flow> flows(count);
    for (Flow& flow : flows) {
        in >> flow.start >> flow.route >> flow.bytes;
    }
    if (!in) {
        std::cerr << "flows: " << argv[1] << " is not complete\n";
        return 1;
    }

    std::vector<sg4::CommPtr> comms;
    comms.reserve(flows.size());
    sg4::Actor::create("sender", sites[0], [&flows, &routes, &sites, &comms]() {
        for (const Flow& flow : flows) {
            sg4::this_actor::sleep_until(flow.start);
            const auto& [from, to] = routes[flow.route];
            comms.push_back(sg4::Comm::sendto_init(sites[from], sites[to])
                                ->set_payload_size(static_cast<uint64_t>(flow.bytes)));
            comms.back()->start();
        }
        for (auto& comm : comms) {
            comm->wait();
        }
    });
    auto ready = std::chrono::steady_clock::now();
    engine.run();
    auto ended = std::chrono::steady_clock::now();

    std::ofstream out(argv[2]);
    out << std::setprecision(17);
    for (const auto& comm : comms) {
        out << comm->get_finish_time() << '\n';
    }
    std::cout << std::chrono::duration<double>(ready - begun).count() << ' '
              << std::chrono::duration<double>(ended - ready).count() << std::endl;
    return out ? 0 : 1;
}
