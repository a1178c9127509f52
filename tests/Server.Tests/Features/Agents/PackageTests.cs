using System.Net;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Tests.Features.Agents;

public sealed class PackageTests : IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("iwtune-packages-").FullName;

    [Fact]
    public async Task Offered_packages_are_read_from_the_repositories_and_decide_what_is_newest()
    {
        Write("deb/dists/stable/InRelease", "signed");
        Write(
            "deb/dists/stable/main/binary-amd64/Packages",
            """
            Package: iwtune
            Version: 0.9.0
            Architecture: amd64
            Description: agent
             Package: not-a-field
            Filename: pool/main/i/iwtune/iwtune_0.9.0_amd64.deb

            Package: iwtune-server
            Version: 7.0
            Architecture: amd64
            Filename: pool/main/i/iwtune-server/iwtune-server_7.0_amd64.deb

            """
        );
        Write("rpm/repodata/repomd.xml.asc", "signature");
        Write("rpm/iwtune-0.9.0-1.x86_64.rpm", "");
        Write("rpm/iwtune-server-7.0-1.x86_64.rpm", "");
        Write("rpm/repodata/repomd.xml", "<repomd/>");
        Write("msi/iwtune-0.8.0-win-x64.msi", "");
        Write("msi/iwtune-server-7.0-win-x64.msi", "");
        await using var server = await StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        await TestHost.EnrolAsync(server, token, TestHost.FactsOf("a") with { AgentVersion = "0.8.0" });
        await TestHost.EnrolAsync(server, token, TestHost.WindowsFactsOf("w") with { AgentVersion = "0.8.0" });

        var agents = await api.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents);

        Assert.Equal(
            [
                new(PackageKind.Deb, "0.9.0", "amd64", "/packages/deb/pool/main/i/iwtune/iwtune_0.9.0_amd64.deb"),
                new(PackageKind.Rpm, "0.9.0", "x86_64", "/packages/rpm/iwtune-0.9.0-1.x86_64.rpm"),
                new OfferedPackage(PackageKind.Msi, "0.8.0", "x64", "/packages/msi/iwtune-0.8.0-win-x64.msi"),
            ],
            agents.Packages.Offered
        );
        Assert.Empty(agents.Packages.Problems);
        Assert.Equal([("linux", "0.9.0"), ("windows", "0.8.0")], agents.Newest.Select(one => (one.Os, one.Version)));
        Assert.Equal(1, agents.Behind);
    }

    [Fact]
    public async Task Whatever_a_package_manager_would_refuse_is_a_problem()
    {
        Write("deb/dists/stable/main/binary-amd64/Packages", "Package: iwtune\nVersion: 1.0\nFilename: pool/iwtune_1.0_amd64.deb\n");
        Write("rpm/repodata/repomd.xml", "<repomd/>");
        File.SetLastWriteTimeUtc(Path.Combine(root, "rpm/repodata/repomd.xml"), DateTime.UnixEpoch.AddDays(1));
        Write("rpm/iwtune-0.9.0-1.x86_64.rpm", "");
        await using var server = await StartAsync();
        using var api = await server.ApiAsync();

        var problems = (await api.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents)).Packages.Problems;

        Assert.Collection(
            problems,
            one => Assert.Contains("deb/dists/stable is not signed", one, StringComparison.Ordinal),
            one => Assert.Contains("repomd.xml is not signed", one, StringComparison.Ordinal),
            one => Assert.Contains("iwtune-0.9.0-1.x86_64.rpm is newer than the index", one, StringComparison.Ordinal),
            one => Assert.Contains("deb/ offers 1.0 and rpm/ offers 0.9.0", one, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Files_are_served_whole_in_part_and_not_again_without_any_credential()
    {
        Write("deb/pool/a.deb", "0123456789");
        await using var server = await StartAsync();
        var anybody = server.Client();

        using var whole = await anybody.GetAsync("/packages/deb/pool/a.deb");
        Assert.Equal(
            ("0123456789", "application/vnd.debian.binary-package"),
            (await whole.Content.ReadAsStringAsync(), $"{whole.Content.Headers.ContentType}")
        );

        using var part = new HttpRequestMessage(HttpMethod.Get, "/packages/deb/pool/a.deb") { Headers = { Range = new(2, 4) } };
        using var partly = await anybody.SendAsync(part);
        Assert.Equal((HttpStatusCode.PartialContent, "234"), (partly.StatusCode, await partly.Content.ReadAsStringAsync()));

        using var again = new HttpRequestMessage(HttpMethod.Get, "/packages/deb/pool/a.deb");
        again.Headers.IfModifiedSince = whole.Content.Headers.LastModified;
        using var same = await anybody.SendAsync(again);
        Assert.Equal(HttpStatusCode.NotModified, same.StatusCode);

        using var head = await anybody.SendAsync(new(HttpMethod.Head, "/packages/deb/pool/a.deb"));
        Assert.Equal((HttpStatusCode.OK, 10L), (head.StatusCode, head.Content.Headers.ContentLength));
    }

    [Theory]
    [InlineData("/packages/deb/conf/distributions")]
    [InlineData("/packages/deb/db/version")]
    [InlineData("/packages/deb/.ssh/key")]
    [InlineData("/packages/deb/pool")]
    [InlineData("/packages/deb/")]
    [InlineData("/packages/other/a")]
    [InlineData("/packages/deb/..%2f..%2fsecret")]
    [InlineData("/packages/deb/%2e%2e/%2e%2e/secret")]
    [InlineData("/packages/deb/pool/%2e%2e/conf/distributions")]
    [InlineData("/packages/deb//conf/distributions")]
    public async Task What_is_not_a_package_is_not_served(string path)
    {
        foreach (var file in (string[])["deb/conf/distributions", "deb/db/version", "deb/.ssh/key", "deb/pool/a.deb", "other/a"])
            Write(file, "secret");
        File.WriteAllText(root + "-secret", "secret");
        await using var server = await StartAsync();
        using var answer = await server.Client().GetAsync(path);
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Fact]
    public async Task Without_the_option_there_are_no_packages()
    {
        await using var server = await RunningServer.StartAsync();
        using var answer = await server.Client().GetAsync("/packages/deb/dists/stable/InRelease");
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Fact]
    public void A_directory_that_does_not_exist_is_refused_at_the_start() =>
        Assert.Contains(
            $"--packages: there is no directory {root}/none",
            new ServerOptions { Data = root, Packages = $"{root}/none" }.Validate()
        );

    public void Dispose()
    {
        File.Delete(root + "-secret");
        Directory.Delete(root, recursive: true);
    }

    private Task<RunningServer> StartAsync() => RunningServer.StartAsync(with: options => options with { Packages = root });

    private void Write(string path, string text)
    {
        var full = Path.Combine(root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }
}
