using System.Security.Cryptography;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Hosting.Tokens;

public sealed class TokenModuleTests
{
    private static readonly byte[] Data = "one bundle"u8.ToArray();

    [Theory]
    [InlineData("plain")]
    [InlineData("two words, and ;=%&/? ü")]
    public void A_key_is_made_in_the_token_and_found_again_by_what_its_file_says(string label)
    {
        var token = SoftToken.Make(label);
        using var made = Load().Make(token.Label, "IwTune signing key");
        var text = KeyFile.Text(made);
        Assert.StartsWith("pkcs11:", text, StringComparison.Ordinal);
        Assert.DoesNotContain("PRIVATE", text, StringComparison.Ordinal);
        using var found = KeyFile.Read(text, Load());
        Assert.Equal(SigningKeys.From(made), SigningKeys.From(found));
        Assert.True(made.VerifyData(Data, found.SignData(Data, HashAlgorithmName.SHA256), HashAlgorithmName.SHA256));
    }

    [Fact]
    public void What_it_signs_verifies_with_its_public_key_alone_in_both_formats()
    {
        var token = SoftToken.Make("formats");
        using var key = Load().Make(token.Label, "k");
        using var other = ECDsa.Create();
        other.ImportSubjectPublicKeyInfo(key.ExportSubjectPublicKeyInfo(), out _);
        foreach (var format in Enum.GetValues<DSASignatureFormat>())
            for (var times = 0; times < 50; times++)
                Assert.True(other.VerifyData(Data, key.SignData(Data, HashAlgorithmName.SHA256, format), HashAlgorithmName.SHA256, format));
        Assert.False(key.VerifyData((byte[])[1, .. Data], key.SignData(Data, HashAlgorithmName.SHA256), HashAlgorithmName.SHA256));
    }

    [Fact]
    public void Its_private_half_cannot_be_had()
    {
        var token = SoftToken.Make("kept");
        using var key = Load().Make(token.Label, "k");
        Assert.Throws<CryptographicException>(() => key.ExportParameters(includePrivateParameters: true));
        Assert.ThrowsAny<CryptographicException>(() => key.ExportPkcs8PrivateKey());
    }

    [Fact]
    public async Task Many_calls_at_once_each_get_their_own_signature()
    {
        var token = SoftToken.Make("many");
        using var key = Load().Make(token.Label, "k");
        await Parallel.ForEachAsync(
            Enumerable.Range(0, 400),
            TestContext.Current.CancellationToken,
            (number, _) =>
            {
                var data = BitConverter.GetBytes(number);
                Assert.True(key.VerifyData(data, key.SignData(data, HashAlgorithmName.SHA256), HashAlgorithmName.SHA256));
                return ValueTask.CompletedTask;
            }
        );
    }

    [Fact]
    public void A_deleted_key_is_gone_from_the_token_and_deleting_it_again_does_nothing()
    {
        var token = SoftToken.Make("deleting");
        var module = Load();
        using var kept = module.Make(token.Label, "kept");
        using var gone = module.Make(token.Label, "gone");
        module.Delete(gone.Name);
        module.Delete(gone.Name);
        Assert.Contains("no key pair", Refused(() => module.Open(gone.Name)), StringComparison.Ordinal);
        Assert.Contains("no key pair", Refused(() => gone.SignData(Data, HashAlgorithmName.SHA256)), StringComparison.Ordinal);
        Assert.NotEmpty(kept.SignData(Data, HashAlgorithmName.SHA256));
    }

    [Fact]
    public void A_token_that_is_not_there_is_named_beside_those_that_are()
    {
        var token = SoftToken.Make("present");
        var why = Refused(() => Load().Make("absent", "k"));
        Assert.Contains("'absent'", why, StringComparison.Ordinal);
        Assert.Contains("'present'", why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_wrong_pin_is_tried_once_because_tokens_lock_themselves()
    {
        // A login belongs to the process; a new token is not yet logged in.
        var token = SoftToken.Make("pin");
        var module = TokenModule.Load(SoftToken.Module, SoftToken.WrongPinFile)!;
        Assert.Contains("CKR_PIN_INCORRECT", Refused(() => module.Make(token.Label, "k")), StringComparison.Ordinal);
        Assert.Contains("tried once", Refused(() => module.Make(token.Label, "k")), StringComparison.Ordinal);
        using var made = Load().Make(token.Label, "k");
        Assert.Contains("tried once", Refused(() => module.Make(token.Label, "k")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_session_that_the_token_dropped_is_opened_again()
    {
        var token = SoftToken.Make("dropped");
        using var key = Load().Make(token.Label, "k");
        token.DropSessions();
        Assert.NotEmpty(key.SignData(Data, HashAlgorithmName.SHA256));
    }

    [Theory]
    [InlineData("pkcs11:")]
    [InlineData("pkcs11:token=x")]
    [InlineData("pkcs11:id=%01")]
    [InlineData("pkcs11:token=x;id=%zz")]
    public void A_name_that_names_no_key_is_refused(string text) => Assert.Throws<FormatException>(() => TokenKeyName.Read(text));

    [Fact]
    public void Options_that_cannot_be_meant_are_refused_before_a_token_is_asked()
    {
        SoftToken.Make("options");
        Assert.Null(TokenModule.Load(null, null));
        Assert.Contains("--token-module", Refused(() => TokenModule.Load(null, SoftToken.PinFile)!), StringComparison.Ordinal);
        Assert.Contains("--token-pin-file", Refused(() => TokenModule.Load(SoftToken.Module, null)!), StringComparison.Ordinal);
        Assert.Contains(
            "cannot be read",
            Refused(() => TokenModule.Load(SoftToken.Module, SoftToken.PinFile + ".none")!),
            StringComparison.Ordinal
        );
        foreach (var module in new[] { "/usr/lib/none.so", "/etc/hostname", typeof(TokenModule).Assembly.Location })
            Assert.Contains("no PKCS #11 module", Refused(() => TokenModule.Load(module, SoftToken.PinFile)!), StringComparison.Ordinal);
        var name = new TokenKeyName("somewhere", new byte[] { 1, 2 });
        Assert.Contains("--token-module", Refused(() => KeyFile.Read(name.Text, tokens: null)), StringComparison.Ordinal);
    }

    private static TokenModule Load() => TokenModule.Load(SoftToken.Module, SoftToken.PinFile)!;

    private static string Refused(Func<object> act) => Assert.Throws<StorageUnusableException>(act).Message;
}
