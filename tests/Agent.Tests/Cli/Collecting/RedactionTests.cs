using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Cli.Collecting;

namespace IwTune.Agent.Tests.Cli.Collecting;

public sealed class RedactionTests
{
    [Theory]
    [InlineData("on WEB-01 it is", "on XXXXXX it is")]
    [InlineData("\\\\web-01\\share", "\\\\XXXXXX\\share")]
    [InlineData("web-012 and aweb-01 stay", "web-012 and aweb-01 stay")]
    public void A_name_is_overwritten_where_it_stands_alone(string text, string without)
    {
        foreach (var encoding in (Encoding[])[Encoding.UTF8, Encoding.Unicode])
            Assert.Equal(without, encoding.GetString(new Redaction("web-01").Of(encoding.GetBytes(text), out _)));
    }

    [Theory]
    [InlineData("password: hunter2\nx", "password: XXXXXXX\nx")]
    [InlineData("\"secret\": \"s3cr3t\", \"a\": 1", "\"secret\": \"XXXXXX\", \"a\": 1")]
    [InlineData("enroll --token abc --ca-pin p", "enroll --token XXX --ca-pin p")]
    [InlineData("Authorization: Bearer a.b\r\n", "Authorization: Bearer XXX\r\n")]
    [InlineData("the token was refused", "the token was refused")]
    [InlineData("tokens: many", "tokens: many")]
    [InlineData("token:", "token:")]
    public void What_is_written_beside_a_word_for_a_secret_is_overwritten(string text, string without) =>
        Assert.Equal(
            without,
            Encoding.UTF8.GetString(
                new Redaction() { After = ["token", "secret", "password", "authorization"] }.Of(Encoding.UTF8.GetBytes(text), out _)
            )
        );

    [Fact]
    public void Any_bytes_keep_their_length_and_lose_only_the_name() =>
        Prop.ForAll<byte[], byte[]>(
                (before, after) =>
                {
                    byte[] text = [.. before, (byte)' ', .. "server9"u8, (byte)' ', .. after];
                    var without = new Redaction("server9").Of(text, out var found);
                    Assert.Equal(text.Length, without.Length);
                    Assert.True(found >= 1);
                    Assert.DoesNotContain(" server9 ", Encoding.Latin1.GetString(without), StringComparison.OrdinalIgnoreCase);
                    Assert.Equal(
                        before.Length < 8 || !Encoding.Latin1.GetString(before).Contains("server9", StringComparison.OrdinalIgnoreCase)
                            ? before
                            : without[..before.Length],
                        without[..before.Length]
                    );
                }
            )
            .QuickCheckThrowOnFailure();
}
