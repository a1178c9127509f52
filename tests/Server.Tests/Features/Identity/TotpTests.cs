using System.Text;
using IwTune.Server.Features.Identity.SecondFactors;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class TotpTests
{
    private static readonly byte[] Key = Encoding.ASCII.GetBytes("12345678901234567890");

    /// <summary>RFC 6238, appendix B, SHA-1.</summary>
    [Theory]
    [InlineData(59L, "94287082")]
    [InlineData(1111111109L, "07081804")]
    [InlineData(1111111111L, "14050471")]
    [InlineData(1234567890L, "89005924")]
    [InlineData(2000000000L, "69279037")]
    [InlineData(20000000000L, "65353130")]
    public void A_code_is_that_of_the_rfc(long seconds, string code) =>
        Assert.Equal(code, Totp.Code(Key, Totp.StepAt(DateTimeOffset.FromUnixTimeSeconds(seconds)), digits: 8));

    [Theory]
    [InlineData(-2, false)]
    [InlineData(-1, true)]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void A_clock_may_be_off_by_one_step(int steps, bool fits)
    {
        var now = DateTimeOffset.FromUnixTimeSeconds(1_800_000_010);
        Assert.Equal(fits, Totp.Fits(Key, Totp.Code(Key, Totp.StepAt(now) + steps), now, last: 0) is not null);
    }

    [Fact]
    public void A_code_is_good_once()
    {
        var now = DateTimeOffset.FromUnixTimeSeconds(1_800_000_010);
        var code = Totp.Code(Key, Totp.StepAt(now));
        var step = Totp.Fits(Key, code, now, last: 0)!.Value;
        Assert.Null(Totp.Fits(Key, code, now, last: step));
    }

    [Theory]
    [InlineData("")]
    [InlineData("12345")]
    [InlineData("1234567")]
    [InlineData("12345a")]
    [InlineData("１２３４５６")]
    public void What_is_not_six_digits_is_no_code(string code) => Assert.Null(Totp.Fits(Key, code, DateTimeOffset.UnixEpoch, 0));

    /// <summary>RFC 4648 §10.</summary>
    [Theory]
    [InlineData("", "")]
    [InlineData("f", "MY")]
    [InlineData("fo", "MZXQ")]
    [InlineData("foo", "MZXW6")]
    [InlineData("foob", "MZXW6YQ")]
    [InlineData("fooba", "MZXW6YTB")]
    [InlineData("foobar", "MZXW6YTBOI")]
    public void A_key_is_written_as_base32(string bytes, string text) => Assert.Equal(text, Base32.Write(Encoding.ASCII.GetBytes(bytes)));
}
