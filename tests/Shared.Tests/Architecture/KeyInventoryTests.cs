using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>docs/keys.md lists every key and secret: code that makes or uses one names its row here.</summary>
public sealed partial class KeyInventoryTests
{
    /// <summary>The row of each file; empty for random numbers that are no key.</summary>
    private static readonly Dictionary<string, string[]> Rows = new(StringComparer.Ordinal)
    {
        ["Agent/Control/Keys/FileHostKeys.cs"] = ["host key"],
        ["Agent/Control/Keys/HostProver.cs"] = [],
        ["Agent/Control/RandomSecrets.cs"] = ["host secret"],
        ["Agent/Engine/KeyedMachineId.cs"] = [],
        // What a probe offers is never agreed on.
        ["Agent/Linux/Probing/Remote/ClientHello.cs"] = [],
        ["Server/Console/Flash.cs"] = ["cookie keys"],
        ["Server/Features/Compliance/Runs/Stamps/TimeStamping.cs"] = [],
        ["Server/Features/Enrolment/Keys/HostNonces.cs"] = ["audit key"],
        ["Server/Features/Identity/HalfSignIn.cs"] = ["cookie keys"],
        ["Server/Features/Identity/Oidc/OidcTokens.cs"] = ["cookie keys"],
        ["Server/Features/Identity/Oidc/ProviderSignOut.cs"] = ["cookie keys"],
        ["Server/Features/Identity/Passkeys/PasskeyPending.cs"] = ["cookie keys", "passkey"],
        ["Server/Features/Identity/Passwords.cs"] = ["password"],
        ["Server/Features/Identity/RefusedPasswords.cs"] = [],
        ["Server/Features/Identity/SecondFactors/RecoveryCodes.cs"] = ["recovery codes"],
        ["Server/Features/Identity/SecondFactors/SecondFactor.cs"] = ["cookie keys", "key of an authenticator app"],
        ["Server/Features/Identity/SecondFactors/Totp.cs"] = ["key of an authenticator app"],
        ["Server/Features/Keys/RotateExportKey.cs"] = ["export key"],
        ["Server/Features/Keys/RotateKey.cs"] = ["signing key", "CA"],
        ["Server/Features/Keys/SigningPair.cs"] = ["signing key"],
        ["Server/Features/Tokens/Secret.cs"] = ["API token", "enrolment token", "reader link"],
        ["Server/Features/Webhooks/Delivery/Signature.cs"] = ["webhook secret"],
        ["Server/Features/Webhooks/WebhookSeal.cs"] = ["cookie keys", "webhook secret"],
        ["Server/Hosting/Certificates/CertificateAuthority.cs"] = ["CA"],
        ["Server/Hosting/Keys/KeyFile.cs"] = ["signing key", "CA", "export key", "audit key"],
        ["Server/Hosting/Keys/KeySeal.cs"] = ["key file"],
        ["Server/Hosting/Keys/LeakedCookieKeys.cs"] = ["cookie keys"],
        ["Server/Hosting/Keys/SealedAgain.cs"] = ["cookie keys"],
        ["Server/Hosting/Keys/Tokens/TokenModule.cs"] = ["signing key", "CA"],
        ["Server/Hosting/Certificates/ServerCertificate.cs"] = ["server certificate"],
        ["Server/Hosting/Windows/StoreCertificate.cs"] = ["certificate for browsers"],
        ["Shared/Compliance/Exports/Formats/StableId.cs"] = [],
        ["Shared/Wire/Signing/SigningKeys.cs"] = ["signing key", "host key"],
    };

    [Fact]
    public void Code_that_makes_or_uses_a_key_names_its_row() =>
        Assert.Equal(
            Rows.Keys.Order(StringComparer.Ordinal),
            from file in SourceFile.Product
            where Uses().IsMatch(file.Text)
            select file.Path
        );

    [Fact]
    public void Every_row_is_in_the_inventory()
    {
        var page = File.ReadAllText(Path.Combine(SourceFile.Root, "docs", "keys.md"));
        Assert.DoesNotContain(
            Rows.Values.SelectMany(rows => rows).Distinct(),
            row => !page.Contains($"| **{row}**", StringComparison.Ordinal)
        );
    }

    [GeneratedRegex(
        @"\bECDsa\.Create\(|\bRSA\.Create\(|new Aes|\bHKDF\.|Rfc2898DeriveBytes|PasswordHasher<|CreateProtector\(|\bHMACSHA\d+\.|HmacData\("
            + @"|\bSHA1\.|RandomNumberGenerator\.(GetBytes|Fill)\("
    )]
    private static partial Regex Uses();
}
