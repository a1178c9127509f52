using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Security.Cryptography.Pkcs;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Runs.Stamps;

/// <summary>
/// Has an authority state when a run's file existed (RFC 3161): it gets the file's SHA-256 and nothing else.
/// </summary>
internal sealed class TimeStamping(Database database, ServerOptions options, TimeProvider clock) : IDisposable
{
    private const int MostBytes = 1 << 20;

    private readonly HttpClient _http = new(new GuardedNetwork(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false }))
    {
        Timeout = TimeSpan.FromSeconds(30),
        MaxResponseContentBufferSize = MostBytes,
    };

    /// <returns>When, and by whom.</returns>
    /// <exception cref="NotDeliveredException">There is no stamp; the message says why.</exception>
    public async Task<string> StampAsync(RunRow run, CancellationToken ct)
    {
        var address = options.Timestamp ?? throw new NotDeliveredException("This server was started without --timestamp.", isFinal: false);
        var hash = Convert.FromHexString(run.Sha256!);
        try
        {
            var request = Rfc3161TimestampRequest.CreateFromHash(
                hash,
                HashAlgorithmName.SHA256,
                nonce: RandomNumberGenerator.GetBytes(8),
                requestSignerCertificates: true
            );
            var token = request.ProcessResponse(await AskAsync(address, request.Encode(), ct), out _).AsSignedCms().Encode();
            var check = TimeStampCheck.Of(token, hash, Authorities());
            if (check.At is not { } at)
                throw new NotDeliveredException($"The time stamp of {address} {check.Problem}.", isFinal: false);
            var row = new StampRow
            {
                At = at.ToUnixTimeMilliseconds(),
                Authority = check.Authority,
                Token = token,
            };
            await database.WriteAsync(write => KeepAsync(write, run, row), ct);
            return $"{UtcInstantConverter.Text(at)} by {check.Authority}";
        }
        catch (Exception failed)
            when (failed is HttpRequestException or CryptographicException or IOException
                || (failed is OperationCanceledException && !ct.IsCancellationRequested)
            )
        {
            throw new NotDeliveredException($"{address} gave no time stamp: {failed.Message}", isFinal: false, failed);
        }
    }

    private async Task<int> KeepAsync(DbSession write, RunRow run, StampRow row)
    {
        var kept = await StampQueries.InsertAsync(write, run.Id, row);
        if (run.Folder && kept > 0)
            await RunDeliveryQueries.InsertAsync(write, clock, run.Id, DeliveryTarget.FolderStamp);
        return kept;
    }

    public void Dispose() => _http.Dispose();

    private async Task<byte[]> AskAsync(string address, byte[] request, CancellationToken ct)
    {
        using var body = new ByteArrayContent(request);
        body.Headers.ContentType = new MediaTypeHeaderValue("application/timestamp-query");
        using var answer = await _http.PostAsync(address, body, ct);
        return answer.IsSuccessStatusCode
            ? await answer.Content.ReadAsByteArrayAsync(ct)
            : throw new HttpRequestException($"it answered {(int)answer.StatusCode}");
    }

    /// <summary>Read each time: a certificate that was replaced counts from the next stamp on.</summary>
    private X509Certificate2Collection? Authorities() =>
        options.TimestampCa.Length == 0 ? null : TrustedRoots.Of(options.TimestampCa).CustomTrustStore;
}
