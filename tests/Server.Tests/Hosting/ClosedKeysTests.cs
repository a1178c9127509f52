using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Tests.Hosting;

public sealed class ClosedKeysTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-closed-").FullName;

    [Fact]
    public async Task Keys_that_lay_open_are_closed_by_a_key_file_and_open_with_it_alone()
    {
        var data = Path.Combine(_folder, "data");
        var (right, wrong) = (Secret("right", 1), Secret("wrong", 2));
        var server = await RunningServer.StartAsync(data);
        var pin = server.Get<HeldKeys>().Authority.Pin;
        var cookie = server.Get<IDataProtectionProvider>().CreateProtector("test").Protect("a session");
        await server.StopAsync();
        Assert.Contains(Open(data), path => path.EndsWith(".key", StringComparison.Ordinal));
        if (!TestStore.IsPostgres)
            Assert.Contains(Open(data), path => path.EndsWith(".xml", StringComparison.Ordinal));

        server = await RunningServer.StartAsync(data, options => options with { KeyFile = right });
        Assert.Equal(pin, server.Get<HeldKeys>().Authority.Pin);
        Assert.Empty(await StoredOpenAsync(server));
        await server.StopAsync();
        Assert.Empty(Open(data));

        Assert.Contains(
            "--key-file",
            (await Assert.ThrowsAsync<StorageUnusableException>(() => RunningServer.StartAsync(data))).Message,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "another file",
            (
                await Assert.ThrowsAsync<StorageUnusableException>(() =>
                    RunningServer.StartAsync(data, options => options with { KeyFile = wrong })
                )
            ).Message,
            StringComparison.Ordinal
        );
        await using var again = await RunningServer.StartAsync(data, options => options with { KeyFile = right });
        Assert.Equal(pin, again.Get<HeldKeys>().Authority.Pin);
        Assert.Equal("a session", again.Get<IDataProtectionProvider>().CreateProtector("test").Unprotect(cookie));
    }

    [Fact]
    public async Task A_key_file_is_replaced_at_a_start_and_the_former_one_opens_nothing_afterwards()
    {
        var data = Path.Combine(_folder, "four");
        var (former, next) = (Secret("former", 1), Secret("next", 2));
        var server = await RunningServer.StartAsync(data, options => options with { KeyFile = former });
        var pin = server.Get<HeldKeys>().Authority.Pin;
        var cookie = server.Get<IDataProtectionProvider>().CreateProtector("test").Protect("a session");
        await server.StopAsync();

        server = await RunningServer.StartAsync(data, options => options with { KeyFile = next, FormerKeyFile = former });
        Assert.Equal("a session", server.Get<IDataProtectionProvider>().CreateProtector("test").Unprotect(cookie));
        await server.StopAsync();

        await Assert.ThrowsAsync<StorageUnusableException>(() =>
            RunningServer.StartAsync(data, options => options with { KeyFile = former })
        );
        Assert.All(
            Directory.GetFiles(data, "*.key").Select(path => Path.GetFileName(path)),
            name => Assert.Throws<StorageUnusableException>(() => DataDirectory.Open(data, KeySeal.Read(former)).ReadKey(name))
        );
        await using var again = await RunningServer.StartAsync(data, options => options with { KeyFile = next });
        Assert.Equal(pin, again.Get<HeldKeys>().Authority.Pin);
        Assert.Equal("a session", again.Get<IDataProtectionProvider>().CreateProtector("test").Unprotect(cookie));
        var stored = new StoredKeys(again.Database, KeySeal.Read(former), again.Clock);
        if (TestStore.IsPostgres)
            await Assert.ThrowsAsync<StorageUnusableException>(() => again.Database.ReadAsync(db => stored.AllAsync(db)));
    }

    [Fact]
    public void A_former_key_file_alone_is_refused_with_the_option_that_is_missing() =>
        Assert.Contains(
            "--former-key-file needs --key-file",
            Assert.Throws<StorageUnusableException>(() => KeySeal.Read(null, Secret("former", 1))).Message,
            StringComparison.Ordinal
        );

    [Fact]
    public void A_closed_key_is_bound_to_its_name_and_a_certificate_stays_open()
    {
        var directory = DataDirectory.Open(Path.Combine(_folder, "two"), KeySeal.Read(Secret("right", 1)));
        directory.WriteKey("a.key", "secret");
        directory.WriteKey("a.pem", "public");
        Assert.Equal("public", File.ReadAllText(directory.File("a.pem")));
        Assert.Equal("secret", directory.ReadKey("a.key"));
        Assert.Null(directory.ReadKey("none.key"));
        File.Copy(directory.File("a.key"), directory.File("b.key"));
        Assert.Throws<StorageUnusableException>(() => directory.ReadKey("b.key"));
    }

    [Fact]
    public void Beside_closed_keys_no_key_is_written_that_would_lie_open_or_be_closed_with_another_file()
    {
        var data = Path.Combine(_folder, "three");
        DataDirectory.Open(data, KeySeal.Read(Secret("right", 1))).WriteKey("a.key", "secret");

        Assert.Throws<StorageUnusableException>(() => DataDirectory.Open(data).WriteKey("b.key", "secret"));
        Assert.Throws<StorageUnusableException>(() =>
            DataDirectory.Open(data, KeySeal.Read(Secret("wrong", 2))).WriteKey("b.key", "secret")
        );

        Assert.False(File.Exists(Path.Combine(data, "b.key")));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string Secret(string name, byte value)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllBytes(path, [.. Enumerable.Repeat(value, 32)]);
        return path;
    }

    private static Task<IReadOnlyList<string>> StoredOpenAsync(RunningServer server) =>
        server.Database.ReadAsync(db =>
            db.ListAsync<string>("select name from server_keys where not closed or content like '%PRIVATE KEY%'")
        );

    private static IReadOnlyList<string> Open(string data) =>
        [
            .. Directory
                .GetFiles(data, "*", SearchOption.AllDirectories)
                .Where(path => Path.GetExtension(path) is ".key" or ".xml")
                .Where(path =>
                    File.ReadAllText(path) is var text
                    && (text.Contains("PRIVATE KEY", StringComparison.Ordinal) || text.Contains("masterKey", StringComparison.Ordinal))
                ),
        ];
}
