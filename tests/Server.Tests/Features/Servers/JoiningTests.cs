using System.Net;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>A second server joins with an empty data directory.</summary>
[Trait("Store", "both")]
[Collection(nameof(TwoServers))]
public sealed class JoiningTests(TwoServers servers)
{
    [Fact]
    public void A_server_that_joins_has_the_same_authority() =>
        Assert.Equal(servers.A.Get<HeldKeys>().Authority.Pin, servers.B.Get<HeldKeys>().Authority.Pin);

    [Fact]
    public async Task A_host_that_joined_at_one_server_is_served_by_the_other_at_once()
    {
        var host = await servers.A.EnrolAsync("at-once");
        using var answer = await host.At(servers.B).CheckInAsync();
        Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
    }

    [Fact]
    public async Task A_bundle_of_one_server_is_genuine_for_a_host_of_the_other()
    {
        var host = await servers.A.EnrolAsync("signed", labels: ("role", "signed"));
        await servers.AtB.PublishAsync("policy: signed\nwindow: { initcwnd: 11 }\nscopes: [default]\n", "role:signed");
        await TwoServers.EventuallyAsync(async () => await host.At(servers.B).TakeAsync() is { Content.Policy: "signed" });
        await TwoServers.EventuallyAsync(async () => await host.TakeAsync() is { Content.Policy: "signed" } || host.Held is not null);
    }

    [Fact]
    public async Task The_list_of_servers_tells_both_and_who_leads()
    {
        FleetServers? found = null;
        await TwoServers.EventuallyAsync(
            async () =>
            {
                found = await servers.AtB.GetAsync(FleetPaths.Servers, ServersJson.Default.FleetServers);
                return found.Servers.Count(server => server.State == ServerState.InStep && server.LagMs is not null) == 2;
            },
            () => $"{string.Join(", ", found!.Servers)}"
        );
        Assert.True(found!.Shared);
        Assert.Single(found.Servers, server => server.Leads);
        Assert.Equal(servers.B.Database.Server, Assert.Single(found.Servers, server => server.Answers).Id);
    }

    [Fact]
    public async Task A_data_directory_of_another_installation_is_refused()
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-server-").FullName;
        using (CertificateAuthority.Load(DataDirectory.Open(directory), TimeProvider.System))
        {
            var refused = await Assert.ThrowsAsync<StorageUnusableException>(() =>
                servers.StartAsync(options => options with { Data = directory })
            );
            Assert.Contains("keys of another installation", refused.Message, StringComparison.Ordinal);
        }
        Directory.Delete(directory, recursive: true);
    }

    [Fact]
    public async Task Keys_that_were_closed_open_with_the_same_file_alone()
    {
        var url = await TestStore.EmptyPostgresAsync();
        var directory = Directory.CreateTempSubdirectory("iwtune-keys-").FullName;
        string File(string name, byte value)
        {
            var path = Path.Combine(directory, name);
            System.IO.File.WriteAllBytes(path, [.. Enumerable.Repeat(value, 32)]);
            return path;
        }
        var (right, wrong) = (File("right", 1), File("wrong", 2));
        await using var first = await RunningServer.StartAsync(with: options => options with { Database = url, KeyFile = right });
        var stored = await first.Database.ReadAsync(db => db.ListAsync<string>("select content from server_keys"));
        Assert.NotEmpty(stored);
        Assert.DoesNotContain(
            stored,
            text => text.Contains("PRIVATE KEY", StringComparison.Ordinal) || text.Contains("<key", StringComparison.Ordinal)
        );
        await using (var second = await RunningServer.StartAsync(with: options => options with { Database = url, KeyFile = right }))
            Assert.Equal(first.Get<HeldKeys>().Authority.Pin, second.Get<HeldKeys>().Authority.Pin);
        foreach (var file in new[] { wrong, null })
            await Assert.ThrowsAsync<StorageUnusableException>(() =>
                RunningServer.StartAsync(with: options => options with { Database = url, KeyFile = file })
            );
        Directory.Delete(directory, recursive: true);
    }
}
