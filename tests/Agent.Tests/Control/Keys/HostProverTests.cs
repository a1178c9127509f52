using System.Net.Http.Headers;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control.Keys;

/// <summary>What a host sends to prove its key, and what it does when the server refuses it.</summary>
public sealed class HostProverTests : IDisposable
{
    private readonly string _state = Directory.CreateTempSubdirectory("iwtune-prover-").FullName;
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private readonly FileHostKeys _keys;

    public HostProverTests()
    {
        _server = new TestServer(_authority);
        _keys = new FileHostKeys(_state);
    }

    [Theory]
    [InlineData(HostProof.StaleNonce)]
    [InlineData(HostProof.Repeated)]
    public async Task A_proof_that_came_too_late_is_made_again_with_the_servers_nonce(string error)
    {
        _server.Answer = (_, headers, _) =>
            Proof(headers).Nonce == "fresh"
                ? (200, "IwTune-Nonce: next\r\n", "hello")
                : (401, $"IwTune-Nonce: fresh\r\nWWW-Authenticate: {HostProof.Challenge(error)}\r\n", "{}");
        using var prover = HostProver.With(_keys.Make().Key!, "host-1");

        Assert.True((await CallAsync(prover)).Granted);

        Assert.Equal([HostProof.NoNonce, "fresh"], _server.Requests.Select(request => Proof(request.Headers).Nonce));
        Assert.Equal(2, _server.Requests.Select(request => Proof(request.Headers).Number).Distinct().Count());
        var proof = Proof(_server.Requests[1].Headers);
        Assert.Equal(HostKeys.Digest("body"u8), proof.Body);
        Assert.True(
            SigningKeys.Fits(
                new("", prover.Key!.PublicKey),
                HostKeys.Call("POST", "/agent/v1/checkin?wait=5", "host-1", proof),
                Convert.FromBase64String(proof.Signature)
            )
        );
    }

    [Theory]
    [InlineData(HostProof.StaleNonce, 2)]
    [InlineData(HostProof.Wrong, 1)]
    [InlineData(HostProof.Missing, 1)]
    public async Task A_server_that_takes_no_proof_is_asked_at_most_twice(string error, int times)
    {
        _server.Answer = (_, _, _) => (401, $"IwTune-Nonce: fresh\r\nWWW-Authenticate: {HostProof.Challenge(error)}\r\n", "{}");
        using var prover = HostProver.With(_keys.Make().Key!, "host-1");

        var answer = await CallAsync(prover);

        Assert.Equal((401, error), (answer.Status, answer.ProofError));
        Assert.Equal(times, _server.Requests.Count);
    }

    [Fact]
    public async Task A_host_whose_key_is_lost_calls_nobody_and_says_what_to_do()
    {
        using var key = _keys.Make().Key!;
        File.Delete(Path.Combine(_state, key.Name));
        using var prover = HostProver.Of(_authority.Enrolled(DateTimeOffset.UnixEpoch) with { Key = key.Name }, _keys)!;

        var answer = await CallAsync(prover);

        Assert.True(answer.Unreachable);
        Assert.Contains("iwtune enroll --again", answer.Problem, StringComparison.Ordinal);
        Assert.Empty(_server.Requests);
        Assert.Null(HostProver.Of(_authority.Enrolled(DateTimeOffset.UnixEpoch), _keys));
    }

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
        Directory.Delete(_state, recursive: true);
    }

    private async Task<ServerAnswer> CallAsync(HostProver prover)
    {
        var (authority, _) = PinnedAuthority.Read(_authority.Pem, CaPin.Of(_authority.Root));
        using var _1 = authority!;
        using var connection = new ServerConnection(
            _server.Address,
            authority!.Accepts,
            new AuthenticationHeaderValue("IwTune-Host", "host-1.secret"),
            TimeProvider.System
        )
        {
            Prover = prover,
        };
        return await connection.SendAsync(
            HttpMethod.Post,
            "/agent/v1/checkin?wait=5",
            "body"u8.ToArray(),
            "text/plain",
            TimeSpan.FromSeconds(20),
            CancellationToken.None
        );
    }

    private static HostProof Proof(string headers) =>
        HostProof.Read(
            headers
                .Split("\r\n")
                .Single(line => line.StartsWith(AgentPaths.ProofHeader, StringComparison.OrdinalIgnoreCase))[
                    (AgentPaths.ProofHeader.Length + 1)..
                ]
                .Trim()
        )!;
}
