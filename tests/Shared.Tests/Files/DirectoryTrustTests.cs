using IwTune.Shared.Files;

namespace IwTune.Shared.Tests.Files;

public sealed class DirectoryTrustTests
{
    private const string Ann = "S-1-5-21-1-2-3-1001",
        Bob = "S-1-5-21-1-2-3-1002",
        Users = "S-1-5-32-545";

    [Theory]
    [InlineData(DirectoryTrusts.System)]
    [InlineData(DirectoryTrusts.Administrators)]
    [InlineData(Ann)]
    public void What_the_system_an_administrator_or_oneself_made_and_nobody_else_may_enter_is_used(string owner) =>
        Assert.Equal(
            DirectoryTrust.AsMade,
            DirectoryTrusts.Of(owner, inherits: false, [DirectoryTrusts.System, DirectoryTrusts.Administrators], Ann, elevated: true)
        );

    [Theory]
    [InlineData(Bob)]
    [InlineData(Users)]
    [InlineData(null)]
    public void What_another_made_in_good_time_is_not_believed_however_closed_it_is(string? owner) =>
        Assert.Equal(
            DirectoryTrust.Refuse,
            DirectoryTrusts.Of(owner, inherits: false, [DirectoryTrusts.System], DirectoryTrusts.System, elevated: true)
        );

    [Fact]
    public void What_lets_others_in_is_closed()
    {
        Assert.Equal(DirectoryTrust.Close, DirectoryTrusts.Of(DirectoryTrusts.Administrators, inherits: true, [], Ann, elevated: true));
        Assert.Equal(
            DirectoryTrust.Close,
            DirectoryTrusts.Of(DirectoryTrusts.Administrators, inherits: false, [DirectoryTrusts.System, Users], Ann, elevated: true)
        );
    }

    [Fact]
    public void A_program_that_is_not_elevated_serves_its_own_user_and_an_elevated_one_does_not()
    {
        Assert.Equal(
            DirectoryTrust.AsMade,
            DirectoryTrusts.Of(Ann, inherits: false, DirectoryTrusts.Inside(Ann, elevated: false), Ann, elevated: false)
        );
        Assert.Equal(
            DirectoryTrust.Close,
            DirectoryTrusts.Of(Ann, inherits: false, DirectoryTrusts.Inside(Ann, elevated: false), Ann, elevated: true)
        );
    }
}
