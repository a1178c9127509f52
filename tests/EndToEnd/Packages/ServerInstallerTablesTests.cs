using System.Globalization;
using IwTune.Lab;

namespace IwTune.EndToEnd.Packages;

/// <summary>What the server's installer for Windows would do, read by a tool other than the one that wrote its tables.</summary>
public sealed class ServerInstallerTablesTests(BuiltServerInstaller built) : IClassFixture<BuiltServerInstaller>
{
    private const string Service = "IwTune Server",
        UpgradeCode = "{B3D6E1C4-52F7-4B1A-8E0D-91C27A64F5D0}",
        AgentsUpgradeCode = "{6C0B7B5E-7A0E-4D0C-9B66-3A5C5D3D8E21}";

    [Fact]
    public void It_is_another_product_than_the_agent_with_a_folder_of_its_own_for_the_machine()
    {
        Assert.Equal(UpgradeCode, built.Package.Row("Property", "UpgradeCode")["Value"]);
        Assert.NotEqual(AgentsUpgradeCode, UpgradeCode);
        Assert.Equal("1", built.Package.Row("Property", "ALLUSERS")["Value"]);
        Assert.Equal(
            ("ProgramFiles64Folder", "IwTune Server"),
            (
                built.Package.Row("Directory", "INSTALLDIR")["Directory_Parent"],
                built.Package.Row("Directory", "INSTALLDIR")["DefaultDir"].Split('|')[^1]
            )
        );
        Assert.All(
            built.Package.Table("Component"),
            component => Assert.Equal(256, int.Parse(component["Attributes"], CultureInfo.InvariantCulture) & 256) // 64 bits
        );
    }

    [Fact]
    public void It_replaces_every_older_version_and_its_own_inside_the_transaction_and_refuses_a_newer_one()
    {
        var upgrade = built.Package.Table("Upgrade").ToDictionary(row => row["ActionProperty"], StringComparer.Ordinal);
        Assert.All(upgrade.Values, row => Assert.Equal(UpgradeCode, row["UpgradeCode"]));
        Assert.Equal((BuiltServerInstaller.Version, "512"), (upgrade["OLDERFOUND"]["VersionMax"], upgrade["OLDERFOUND"]["Attributes"]));
        Assert.Equal((BuiltServerInstaller.Version, "2"), (upgrade["NEWERFOUND"]["VersionMin"], upgrade["NEWERFOUND"]["Attributes"]));
        Assert.Contains("NOT NEWERFOUND", built.Package.Table("LaunchCondition").Select(row => row["Condition"]));
        Assert.Equal(Sequence("InstallInitialize") + 1, Sequence("RemoveExistingProducts"));
    }

    [Fact]
    public void The_service_is_installed_with_the_options_given_started_stopped_and_removed_and_each_is_waited_for()
    {
        var service = Assert.Single(built.Package.Table("ServiceInstall"));
        Assert.Equal((Service, "16", "2"), (service["Name"], service["ServiceType"], service["StartType"])); // own process, automatic
        Assert.Equal(("LocalSystem", "run [OPTIONS]"), (service["StartName"], service["Arguments"]));
        Assert.Equal(
            "iwtune-server.exe",
            built.Package.Row("File", built.Package.Row("Component", service["Component_"])["KeyPath"])["FileName"].Split('|')[^1]
        );
        var control = Assert.Single(built.Package.Table("ServiceControl"));
        // Start on install (1), stop on both (2, 0x20), delete on uninstall (0x80).
        Assert.Equal((Service, $"{0x1 | 0x2 | 0x20 | 0x80}", "1"), (control["Name"], control["Event"], control["Wait"]));
        Assert.Equal("VersionNT AND NOT START~=\"no\"", built.Package.Row("InstallExecuteSequence", "StartServices")["Condition"]);
    }

    [Fact]
    public void An_upgrade_keeps_the_options_and_without_any_the_server_listens_on_this_machine_only()
    {
        var kept = Assert.Single(built.Package.Table("RegLocator"));
        Assert.Equal((@"SOFTWARE\IwTune\Server", "Options", "18"), (kept["Key"], kept["Name"], kept["Type"]));
        Assert.Equal("KEPTOPTIONS", Assert.Single(built.Package.Table("AppSearch"))["Property"]);
        Assert.Contains(built.Package.Table("Registry"), row => row["Key"] == kept["Key"] && row["Value"] == "[OPTIONS]");
        foreach (
            var (action, value, condition) in new[]
            {
                ("KeepOptions", "[KEPTOPTIONS]", "KEPTOPTIONS AND NOT OPTIONS"),
                ("FirstOptions", "--listen 127.0.0.1:7443", "NOT OPTIONS"),
            }
        )
        {
            var row = built.Package.Row("CustomAction", action);
            Assert.Equal(("51", "OPTIONS", value), (row["Type"], row["Source"], row["Target"]));
            Assert.Equal(condition, built.Package.Row("InstallExecuteSequence", action)["Condition"]);
            Assert.InRange(Sequence(action), Sequence("AppSearch") + 1, Sequence("CostInitialize") - 1);
        }
        Assert.True(Sequence("KeepOptions") < Sequence("FirstOptions"));
        Assert.Contains("OPTIONS", built.Package.Row("Property", "SecureCustomProperties")["Value"].Split(';'));
    }

    [Fact]
    public void A_service_that_fails_is_started_again_also_when_it_ended_by_itself()
    {
        var actions = Assert.Single(built.Package.Table("MsiServiceConfigFailureActions"));
        Assert.Equal((Service, "1[~]1[~]1", "5000[~]60000[~]60000"), (actions["Name"], actions["Actions"], actions["DelayActions"]));
        var flag = Assert.Single(built.Package.Table("MsiServiceConfig"));
        Assert.Equal((Service, "4", "1"), (flag["Name"], flag["ConfigType"], flag["Argument"]));
        Assert.InRange(Sequence("MsiConfigureServices"), Sequence("InstallServices"), Sequence("StartServices"));
    }

    [Fact]
    public void The_event_source_names_a_message_table_that_is_part_of_windows()
    {
        var values = built
            .Package.Table("Registry")
            .Where(row => row["Key"] == @"SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune Server")
            .ToDictionary(row => row["Name"], row => row["Value"], StringComparer.Ordinal);
        Assert.Equal((@"#%%SystemRoot%\System32\EventCreate.exe", "#7"), (values["EventMessageFile"], values["TypesSupported"]));
    }

    [Fact]
    public void It_starts_no_program_opens_no_port_and_does_not_touch_the_data_directory()
    {
        const int kinds = 0x3F,
            setsProperty = 51;
        Assert.All(
            built.Package.Table("CustomAction"),
            action => Assert.Equal(setsProperty, int.Parse(action["Type"], CultureInfo.InvariantCulture) & kinds)
        );
        Assert.DoesNotContain(built.Package.Table("Directory"), row => row["Directory"] == "CommonAppDataFolder");
    }

    [Fact]
    public void It_holds_the_published_folder_with_its_own_sqlite_engine_and_nothing_else()
    {
        var unpacked = built.Package.Extract(built.File("unpacked"));
        Assert.Equal(Files(Binaries.WindowsServerFolder), Files(unpacked));
        foreach (var file in new[] { "iwtune-server.exe", "e_sqlite3.dll", "coreclr.dll" })
            Assert.Equal(
                File.ReadAllBytes(Path.Combine(Binaries.WindowsServerFolder, file)),
                File.ReadAllBytes(Path.Combine(unpacked, file))
            );
        Assert.DoesNotContain(Files(unpacked), file => Path.GetExtension(file) is ".pdb" or ".xml" or ".config");
    }

    private static List<string> Files(string folder) =>
        [
            .. Directory
                .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
                .Select(file => Path.GetRelativePath(folder, file))
                .Order(StringComparer.Ordinal),
        ];

    private int Sequence(string action) =>
        int.Parse(built.Package.Row("InstallExecuteSequence", action)["Sequence"], CultureInfo.InvariantCulture);
}
