using System.Security.Cryptography;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Hosting.Keys;

/// <summary>Opens what cookie keys sealed in the store, and seals it with others. Sessions are not among it: they end.</summary>
/// <param name="before">Opens.</param>
/// <param name="after">Seals.</param>
internal sealed class SealedAgain(IDataProtectionProvider before, IDataProtectionProvider after)
{
    private sealed class Row
    {
        public string Id { get; init; } = "";
        public string Sealed { get; init; } = "";
    }

    /// <returns>How many records. One that no key opens stays as it is (<see cref="SealedRecords"/> names it).</returns>
    public async Task<int> RunAsync(DbSession write)
    {
        var records = 0;
        foreach (var row in await write.ListAsync<Row>("select name as id, sealed from second_factors"))
            if (Bytes(row.Sealed, SecondFactor.Purpose) is { } text)
                records += await write.ExecuteAsync("update second_factors set sealed = @text where name = @Id", new { row.Id, text });
        foreach (var row in await write.ListAsync<Row>("select id, sealed from webhooks"))
            if (Text(row.Sealed, WebhookSeal.Purpose) is { } text)
                records += await write.ExecuteAsync("update webhooks set sealed = @text where id = @Id", new { row.Id, text });
        return records;
    }

    private string? Bytes(string text, string purpose)
    {
        try
        {
            return Convert.ToBase64String(
                after.CreateProtector(purpose).Protect(before.CreateProtector(purpose).Unprotect(Convert.FromBase64String(text)))
            );
        }
        catch (Exception foreign) when (foreign is CryptographicException or FormatException)
        {
            return null;
        }
    }

    private string? Text(string text, string purpose)
    {
        try
        {
            return after.CreateProtector(purpose).Protect(before.CreateProtector(purpose).Unprotect(text));
        }
        catch (CryptographicException)
        {
            return null;
        }
    }
}
