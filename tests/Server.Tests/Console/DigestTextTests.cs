using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class DigestTextTests
{
    private const string Digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    [Theory]
    [InlineData($"Plan {Digest} approved, 1 of 1.", "Plan 0123456789ab… approved, 1 of 1.")]
    [InlineData($"SHA-256 {Digest}.", "SHA-256 0123456789ab….")]
    [InlineData($"sha256:{Digest}, then {Digest}", "sha256:0123456789ab…, then 0123456789ab…")]
    [InlineData($"{Digest}0 is no digest", $"{Digest}0 is no digest")]
    [InlineData("No digest.", "No digest.")]
    [InlineData("", "")]
    public void Only_digests_are_cut(string sentence, string shown)
    {
        var parts = DigestText.Parts(sentence);
        Assert.Equal(shown, string.Concat(parts.Select(part => part.Text)));
        Assert.Equal(sentence, string.Concat(parts.Select(part => part.Whole ?? part.Text)));
    }
}
