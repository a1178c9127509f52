using IwTune.Server.Hosting.Windows;
using IwTune.Shared.Files;

namespace IwTune.Server.Tests.Hosting.Windows;

public sealed class DataTrustTests
{
    private const string Ann = "S-1-5-21-1-2-3-1001",
        Users = "S-1-5-32-545",
        Service = "S-1-5-80-1-2-3-4-5";

    // icacls: F, RX, and what %ProgramData% gives every user (WD,AD,WEA,WA).
    private const int Full = 0x1F01FF,
        Read = 0x1200A9,
        ProgramData = 0x116;

    private static readonly AccountRights[] Own = [new(DirectoryTrusts.System, Full), new(DirectoryTrusts.Administrators, Full)];

    [Theory]
    [InlineData(DirectoryTrusts.System, true)]
    [InlineData(DirectoryTrusts.Administrators, true)]
    [InlineData(Service, false)]
    public void What_the_server_makes_is_used_as_it_is(string self, bool elevated)
    {
        var inside = DirectoryTrusts.Inside(self, elevated).Select(account => new AccountRights(account, Full));
        Assert.Equal(DirectoryTrust.AsMade, DataTrust.Of(new(self, Inherits: false, [.. inside]), self, elevated));
    }

    [Theory]
    [InlineData(Full)]
    [InlineData(ProgramData)]
    [InlineData(0x2)] // add a file
    [InlineData(0x4)] // add a folder
    [InlineData(0x40)] // delete what is in it
    [InlineData(0x10000)] // delete
    [InlineData(0x40000)] // change rights
    [InlineData(0x80000)] // take ownership
    [InlineData(0x10000000)] // generic all
    [InlineData(0x40000000)] // generic write
    public void One_that_others_may_write_is_refused_and_the_sentence_names_them_and_the_command_that_closes_it(int mask)
    {
        var found = new DirectoryRights(DirectoryTrusts.Administrators, Inherits: true, [.. Own, new(Users, mask)]);
        Assert.Equal(DirectoryTrust.Refuse, DataTrust.Of(found, DirectoryTrusts.System, elevated: true));
        var writers = DataTrust.Writers(found, DirectoryTrusts.System);
        Assert.Equal([Users], writers);
        var sentence = DataTrust.Refusal(@"C:\ProgramData\IwTune Server", writers);
        Assert.Contains("S-1-5-32-545 may write there", sentence, StringComparison.Ordinal);
        Assert.Contains(
            "icacls \"C:\\ProgramData\\IwTune Server\" /inheritance:r /grant:r \"*S-1-5-18:(OI)(CI)F\" \"*S-1-5-32-544:(OI)(CI)F\" "
                + "/remove *S-1-5-32-545",
            sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void One_that_others_may_only_read_is_closed() =>
        Assert.Equal(
            DirectoryTrust.Close,
            DataTrust.Of(new(DirectoryTrusts.Administrators, Inherits: false, [.. Own, new(Users, Read)]), Ann, elevated: true)
        );

    [Fact]
    public void One_of_another_owner_is_refused_however_closed_it_is_and_the_sentence_says_how_to_take_it_over()
    {
        var found = new DirectoryRights(Ann, Inherits: false, Own);
        Assert.Equal(DirectoryTrust.Refuse, DataTrust.Of(found, DirectoryTrusts.System, elevated: true));
        Assert.Contains(
            "takeown /f \"D:\\iwtune\" /a /r",
            DataTrust.Refusal(@"D:\iwtune", DataTrust.Writers(found, DirectoryTrusts.System)),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void The_servers_own_account_may_write_beside_system_and_administrators()
    {
        var found = new DirectoryRights(Service, Inherits: false, [.. Own, new(Service, Full)]);
        Assert.Equal(DirectoryTrust.AsMade, DataTrust.Of(found, Service, elevated: false));
        Assert.Equal(DirectoryTrust.Refuse, DataTrust.Of(found, Ann, elevated: false));
    }
}
