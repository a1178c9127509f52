using IwTune.Server.Features.Identity;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class PasswordRulesTests
{
    [Theory]
    [InlineData("short-one")]
    [InlineData("password1234")]
    [InlineData("Qwertyuiop12!")]
    [InlineData("aaaaaaaaaaaaaaaa")]
    [InlineData("my-name-is-ada-lovelace")]
    [InlineData("iwtune-iwtune")]
    public void A_password_that_is_guessed_first_is_refused(string password) => Assert.NotEmpty(PasswordRules.Problems("ada", password));

    [Theory]
    [InlineData("seven grey geese over fields")]
    [InlineData("the dragon sleeps below seven hills")]
    [InlineData("vK3-9qLw_2ZrT")]
    public void What_counts_is_length_and_whether_others_would_think_of_it(string password) =>
        Assert.Empty(PasswordRules.Problems("ada", password));
}
