using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;
using Microsoft.AspNetCore.Http.Extensions;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>
/// A call of a host with a key proves that it has the private key, with whichever of the host's secrets it is sent. So a secret that was
/// read or overheard is worthless without the key.
/// </summary>
internal sealed class HostProofs(HostDirectory hosts, HostNonces nonces, Database database, TimeProvider clock)
{
    private readonly Func<object, Task> _give = context =>
    {
        ((HttpContext)context).Response.Headers[AgentPaths.NonceHeader] = nonces.Give();
        return Task.CompletedTask;
    };

    public Task CheckAsync(HttpContext context, RequestDelegate next)
    {
        if (context.GetEndpoint()?.Metadata.GetMetadata<HostOnly>() is null)
            return next(context);
        // A held check-in is answered minutes later: the nonce is the one of then.
        context.Response.OnStarting(_give, context);
        var (host, age) = HostGate.Find(context, hosts);
        if (host?.Credential.Key is not { } key || age == SecretAge.None)
            return next(context);
        if (Problem(context, host, key) is { } problem)
            return RefuseAsync(context, host, problem);
        return context.Request.Body is ProvenBody ? ReadAsync(context, host, next) : next(context);
    }

    /// <summary>The call reads its body itself, and finds out at its end that it is another one.</summary>
    private async Task ReadAsync(HttpContext context, FleetHost host, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException other) when (other.StatusCode == StatusCodes.Status401Unauthorized && !context.Response.HasStarted)
        {
            await RefuseAsync(context, host, OtherBody);
        }
    }

    private static ProofProblem OtherBody { get; } =
        new(HostProof.Wrong, "This host has a key, and the proof is for another body.", IsEvent: true);

    /// <returns>Why the call is refused; <see langword="null"/> when the caller has the key.</returns>
    private ProofProblem? Problem(HttpContext context, FleetHost host, HostKey key)
    {
        var (header, connection) = (context.Request.Headers[AgentPaths.ProofHeader].ToString(), ProvenConnection.Of(context));
        var proof = HostProof.Read(header);
        if (connection?.Has(host.Id, key) == true)
        {
            // The proof is not verified, but its nonce is spent: it must not open another connection.
            if (proof is not null && nonces.SliceOf(proof.Nonce) is { } spent)
                host.Proofs.Take(proof.NumberValue, spent, nonces.Now - HostNonces.Before);
            return null;
        }
        if (proof is null)
            return header.Length == 0
                ? new(HostProof.Missing, "This host has a key, and the call contains no proof of it.", IsEvent: true)
                : new(HostProof.Wrong, "This host has a key, and the proof in the call is malformed.", IsEvent: true);
        if (nonces.SliceOf(proof.Nonce) is not { } slice)
            return new(HostProof.StaleNonce, "The proof of this host's key has no current nonce.");
        if (!key.Fits(HostKeys.Call(context.Request.Method, context.Request.GetEncodedPathAndQuery(), host.Id, proof), proof.Signature))
            return new(HostProof.Wrong, "This host has a key, and the proof is from another key or for another call.", IsEvent: true);
        if (host.Proofs.Take(proof.NumberValue, slice, nonces.Now - HostNonces.Before) is var spending and not Spending.Taken)
            return spending == Spending.Repeated
                ? new(HostProof.Repeated, "The proof of this host's key was used before.")
                : new("", "This host makes too many calls.");
        if (!ProvenBody.Hold(context, proof.Body))
            return OtherBody;
        connection?.Add(host.Id, key);
        return null;
    }

    private async Task RefuseAsync(HttpContext context, FleetHost host, ProofProblem problem)
    {
        if (problem.Error.Length == 0)
        {
            await RefusalAnswer
                .Later(context, StatusCodes.Status429TooManyRequests, problem.Title, (int)HostNonces.Slice.TotalSeconds)
                .ExecuteAsync(context);
            return;
        }
        if (problem.IsEvent && host.Proofs.IsNews(clock.Now()))
            await TellAsync(
                host,
                $"{problem.Title} It came from {Origin.AddressOf(context)}, with this host's secret: a copy of it without its key, or "
                    + "another machine that has the secret."
            );
        context.Response.Headers.WWWAuthenticate = HostProof.Challenge(problem.Error);
        await RefusalAnswer
            .Of(
                StatusCodes.Status401Unauthorized,
                problem.Title,
                problem.IsEvent
                    ? "The secret alone is not sufficient. On the host, 'iwtune status' shows where its key is; if the key is lost, "
                        + "'iwtune enroll --again' enrols again with a new key."
                    : "Repeat the call with the nonce from this response."
            )
            .ExecuteAsync(context);
    }

    private Task<int> TellAsync(FleetHost host, string reason) =>
        database.WriteAsync(async write =>
        {
            await HistoryQueries.AddAsync(write, clock, host.Id, HistoryKind.ProofRefused, reason);
            await AuditLog.AppendAsync(
                write,
                clock,
                "server",
                HostActions.RefuseProof,
                $"host:{host.Id}",
                $"{host.Identity.Name}: a call was refused. {reason}"
            );
            return 0;
        });

    /// <param name="Error">For programs: a constant of <see cref="HostProof"/>; empty for a call that comes too often.</param>
    /// <param name="Title">As a sentence.</param>
    /// <param name="IsEvent">True for what the host's own agent does not do.</param>
    private sealed record ProofProblem(string Error, string Title, bool IsEvent = false);
}
