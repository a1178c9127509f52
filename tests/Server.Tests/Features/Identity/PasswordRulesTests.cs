using IwTune.Lab;
using IwTune.Server.Features.Identity;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class PasswordRulesTests
{
    private static readonly IReadOnlyList<string> Words = PasswordRules.WordsOf(["fleet.example-net.com", "10.0.0.5", "localhost"]);

    [Theory]
    [InlineData("short-one")]
    [InlineData("password1234")]
    [InlineData("Qwertyuiop12!")]
    [InlineData("aaaaaaaaaaaaaaaa")]
    [InlineData("my-name-is-ada-lovelace")]
    [InlineData("iwtune-iwtune")]
    [InlineData("Initcwnd-2026")]
    [InlineData("Example_2026!")]
    [InlineData("fleet-123-abc")]
    public void A_password_that_is_guessed_first_is_refused(string password) =>
        Assert.NotEmpty(PasswordRules.Problems("ada", password, Words));

    [Theory]
    [InlineData("1qaz2wsx3edc")]
    [InlineData("qazWSXedcRFV")]
    [InlineData("123456789qwe")]
    [InlineData("sonyericsson")]
    [InlineData("FinalFantasy")]
    public void A_password_that_is_frequent_in_leaks_is_refused_in_any_case(string password) =>
        Assert.Equal(["It is a very common password."], PasswordRules.Problems("ada", password, Words));

    [Fact]
    public void The_list_of_frequent_passwords_has_more_than_the_3000_that_the_standard_wants() =>
        Assert.Equal(5000, FrequentPasswords.Count);

    [Theory]
    [InlineData("seven grey geese over fields")]
    [InlineData("the dragon sleeps below seven hills")]
    [InlineData("vK3-9qLw_2ZrT")]
    [InlineData("the whole fleet sleeps below seven hills")]
    public void What_counts_is_length_and_whether_others_would_think_of_it(string password) =>
        Assert.Empty(PasswordRules.Problems("ada", password, Words));

    [Fact]
    public void The_words_of_a_server_are_the_parts_of_its_names() => Assert.Equal(["fleet", "example", "localhost"], Words);

    [Fact]
    public void Every_word_is_in_the_documentation()
    {
        var page = File.ReadAllText(Path.Combine(Recorded.Root(), "docs", "sign-in.md"));
        Assert.DoesNotContain(
            PasswordRules.Common.Concat(PasswordRules.OfProduct),
            word => !page.Contains($"`{word}`", StringComparison.Ordinal)
        );
    }
}
