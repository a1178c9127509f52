using System.Net;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Hosting.Tokens;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>The fleet's keys move into a PKCS #11 token while hosts continue.</summary>
public sealed class TokenRotationTests : IAsyncLifetime
{
    private readonly SoftToken _token = SoftToken.Make($"fleet {Guid.NewGuid():N}"[..31]);
    private RunningServer _server = null!;
    private HttpClient _api = null!;
    private TestHost _host = null!;

    private DataDirectory Directory => _server.Get<DataDirectory>();

    public async ValueTask InitializeAsync()
    {
        _server = await StartAsync();
        _api = await _server.ApiAsync();
        await _api.PublishAsync(Api.Iw3, assign: "*");
        _host = await _server.EnrolAsync("web-1");
        _host.Trust = _host.Reply.Trust!.Number;
        await _server.AcknowledgedAsync(_host);
    }

    public async ValueTask DisposeAsync()
    {
        _api.Dispose();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task Both_keys_move_into_the_token_and_the_server_starts_with_them_again()
    {
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        await _server.RotateAsync(KeyKind.Authority, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        var old = (await AllAsync()).Last(key => key.Kind == KeyKind.Authority);
        await _server.RetireAsync(old.Id).DoneAsync();
        await _server.LookAtKeysAsync();

        Assert.Equal(
            [KeyPlace.Token, KeyPlace.Token],
            (await AllAsync()).Where(key => key.State == KeyState.InUse).Select(key => key.Place)
        );
        Assert.DoesNotContain(
            System.IO.Directory.GetFiles(_server.Data, "*.*").Where(IsFleetKey),
            path => File.ReadAllText(path).Contains("PRIVATE", StringComparison.Ordinal)
        );
        await ServesAsync(10);
        // The client trusts the CA in the token alone.
        Assert.NotEqual(old.Id, _server.Get<HeldKeys>().Authority.Id);
        Assert.NotEmpty(await _server.Client().GetStringAsync(AgentPaths.Authority));

        await _server.StopAsync();
        Assert.Contains(
            "--token-module",
            (await Assert.ThrowsAsync<StorageUnusableException>(() => RunningServer.StartAsync(_server.Data))).Message,
            StringComparison.Ordinal
        );
        _server = await StartAsync(_server.Data);
        _host = _host.At(_server);
        _api.Dispose();
        _api = await _server.ApiAsync();
        await ServesAsync(4);
    }

    [Fact]
    public async Task A_new_key_is_made_where_the_one_in_use_is_unless_another_place_is_named()
    {
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        await _server.RotateAsync(KeyKind.Signing);
        await _server.AcknowledgedAsync(_host);
        Assert.Equal(KeyPlace.Token, (await AllAsync())[0].Place);
        var successor = (await AllAsync())[0];
        await _server.RevokeAsync(successor.Id).DoneAsync();
        await _server.LookAtKeysAsync();
        Assert.Equal(KeyPlace.Token, (await AllAsync())[0].Place);
        await _server.AcknowledgedAsync(_host);
        await _server.RetireAsync(successor.Id).DoneAsync();
        await _server.LookAtKeysAsync();
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(Token: null));
        await _server.AcknowledgedAsync(_host);
        Assert.Equal(KeyPlace.File, (await AllAsync())[0].Place);
        await ServesAsync(10);
    }

    [Fact]
    public async Task A_retired_key_is_deleted_from_the_token()
    {
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        var reference = Assert.Single(System.IO.Directory.GetFiles(_server.Data, "signing-*.token"));
        var name = TokenKeyName.Read(File.ReadAllText(reference))!;
        Directory.Tokens!.Open(name).Dispose();
        await _server.RotateAsync(KeyKind.Signing);
        await _server.AcknowledgedAsync(_host);
        Assert.False(File.Exists(reference));
        Assert.Throws<StorageUnusableException>(() => Directory.Tokens!.Open(name));
    }

    [Fact]
    public async Task A_token_that_is_not_there_changes_nothing_and_says_which_are()
    {
        var why = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            RotateKey.RunAsync(_server.StoredKeys(), Directory, KeyKind.Signing, "cli:root", "", _server.Clock, new("absent"))
        );
        Assert.Contains(_token.Label, why.Message, StringComparison.Ordinal);
        Assert.Equal(2, (await AllAsync()).Count);
        await ServesAsync(10);
    }

    [Fact]
    public async Task While_the_token_does_not_sign_hosts_get_a_reason_and_keep_what_they_have()
    {
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        var name = TokenKeyName.Read(File.ReadAllText(Assert.Single(System.IO.Directory.GetFiles(_server.Data, "signing-*.token"))))!;
        Directory.Tokens!.Delete(name);
        await _api.PublishAsync(Api.Iw10);
        using var answer = await _host.CheckInAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.StatusCode);
        var told = await answer.Content.ReadAsStringAsync();
        Assert.Contains("keys are unavailable", told, StringComparison.Ordinal);
        // Which key is in which token is for the log.
        Assert.DoesNotContain(_token.Label, told, StringComparison.Ordinal);
        Assert.NotNull(answer.Headers.RetryAfter);
        using var ready = await _server.Client().GetAsync(new Uri("/readyz", UriKind.Relative));
        Assert.Equal(HttpStatusCode.ServiceUnavailable, ready.StatusCode);
    }

    private static bool IsFleetKey(string path) =>
        Path.GetFileName(path) is var name
        && (name.StartsWith("signing", StringComparison.Ordinal) || name.StartsWith("ca", StringComparison.Ordinal));

    private Task<RunningServer> StartAsync(string? data = null) =>
        RunningServer.StartAsync(data, options => options with { TokenModule = SoftToken.Module, TokenPinFile = SoftToken.PinFile });

    private async Task ServesAsync(int window)
    {
        await _api.PublishAsync($"policy: edge\nwindow: {{ initcwnd: {window} }}\nscopes: [default]\n");
        Assert.Equal(window, (await _host.TakeAsync())!.Content.Windows[0].InitCwnd);
    }

    private async Task<IReadOnlyList<FleetKey>> AllAsync() => (await _api.FleetKeysAsync()).Keys;
}
