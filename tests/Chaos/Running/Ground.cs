using System.Net;
using IwTune.Chaos.Running.Stores;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>The fleet of one run: a server, two hosts, and the only way between them.</summary>
internal sealed class Ground : IDisposable
{
    private const int PublicPort = 7443,
        ServerPort = 7444;

    private readonly Site site;

    private Ground(
        Site site,
        ServerToken enrolment,
        string folder,
        RunStore store,
        ServerProcess server,
        FakeClock serverClock,
        Administrator administrator,
        Link link,
        IReadOnlyList<ChaosHost> hosts
    ) =>
        (this.site, Enrolment, Folder, Store, Server, ServerClock, Administrator, Link, Hosts) = (
            site,
            enrolment,
            folder,
            store,
            server,
            serverClock,
            administrator,
            link,
            hosts
        );

    public string Folder { get; }

    /// <summary>Enrols any number of hosts.</summary>
    public ServerToken Enrolment { get; }

    /// <summary>The server as hosts see it, behind the link.</summary>
    public string Address => AddressOf(site);

    /// <summary>What the server keeps its data in.</summary>
    public RunStore Store { get; }

    public ServerProcess Server { get; }

    /// <summary>The server's time of day.</summary>
    public FakeClock ServerClock { get; }

    /// <summary>The person who administers the fleet, beside the server: the link does not concern them.</summary>
    public Administrator Administrator { get; }

    public Link Link { get; }

    public IReadOnlyList<ChaosHost> Hosts { get; }

    /// <summary>Builds it, with every host enrolled and its daemon running.</summary>
    public static async Task<Ground> BuildAsync(Template template, string folder)
    {
        var site = Site.Build(TimeSpan.FromMilliseconds(1), [.. Enumerable.Range(1, Schedule.Hosts).Select(number => $"host{number}")]);
        var link = Link.Open(site.Client, new IPEndPoint(site.ClientAddress, PublicPort), new IPEndPoint(site.ClientAddress, ServerPort));
        var clock = new FakeClock(Path.Combine(folder, "server.clock"));
        var store = template.CopyStore();
        var server = await StartServerAsync(site, template.CopyTo(folder), store, clock.Environment);
        var hosts = site.Hosts.Select((host, at) => new ChaosHost(host, folder, at + 1)).ToList();
        foreach (var host in hosts)
        {
            var joined = host.Agent.Enrol(AddressOf(site), template.Enrolment);
            if (joined.ExitCode != 0)
                throw new LabException($"{host.Name} did not enrol: {joined.Error}{joined.Output}");
            host.Start();
        }
        var administrator = new Administrator(site.Client, server, template.Administration);
        return new(site, template.Enrolment, folder, store, server, clock, administrator, link, hosts);
    }

    /// <summary>Starts a server where it stands in every run.</summary>
    public static Task<ServerProcess> StartServerAsync(
        Site site,
        string data,
        RunStore store,
        IReadOnlyDictionary<string, string>? environment = null
    ) =>
        ServerProcess.StartAsync(
            site.Client,
            site.ClientAddress,
            data,
            ServerPort,
            environment: environment,
            options: ["--poll", "2s", "--approvals", "0", .. store.Options]
        );

    /// <summary>Runs <c>iwtune fleet …</c> as an administrator types it.</summary>
    public CommandResult Fleet(params string[] words) => Administrator.Run(["fleet", .. words]);

    private static string AddressOf(Site site) => $"https://{site.ClientAddress}:{PublicPort}";

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var host in Hosts)
            host.Dispose();
        Administrator.Dispose();
        Server.Dispose();
        Store.Dispose();
        Link.Dispose();
        site.Dispose();
    }
}
