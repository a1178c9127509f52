using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Tests.Windows.Authors;

/// <summary>The XML of events as Windows writes it, and XML that is none.</summary>
public sealed class EventTextTests
{
    [Fact]
    public void A_started_program_is_read_with_its_time_and_processes()
    {
        var read = EventText.Read(WatchedLogs.Security, Capture.Text("event-security-4688-win10or2016"))!;

        Assert.Equal((4688, 4, ""), (read.Id, read.Process, read.User));
        Assert.Equal(new DateTimeOffset(2015, 11, 12, 2, 24, 52, TimeSpan.Zero).AddTicks(3773525), read.At);
        Assert.Equal(("rundll32.exe", "explorer.exe"), (read.Program("NewProcessName"), read.Program("ParentProcessName")));
        Assert.Equal((0x2bc, 0xe74), (read.ProcessOf("NewProcessId"), read.ProcessOf("ProcessId")));
        Assert.Equal(("", "dadmin"), (read.Text("CommandLine"), read.Text("TargetUserName")));
    }

    [Fact]
    public void A_script_is_read_with_the_process_and_account_that_ran_it()
    {
        var read = EventText.Read(WatchedLogs.PowerShell, Capture.Text("event-powershell-4104-win10"))!;

        Assert.Equal((4104, 4328, "S-1-5-21-1392459375-2353216063-1350843065-1001"), (read.Id, read.Process, read.User));
        Assert.Equal("""Invoke-WebRequest -Uri "https://example.com" -OutFile "C:\Temp\test.exe" """.Trim(), read.Text("ScriptBlockText"));
    }

    [Fact]
    public void A_task_is_read_with_its_process()
    {
        var created = EventText.Read(WatchedLogs.Tasks, Capture.Text("event-taskscheduler-129-win10or11"))!;
        var began = EventText.Read(WatchedLogs.Tasks, Capture.Text("event-taskscheduler-200-win10or11"))!;

        Assert.Equal((129, "cmd.exe", 11652), (created.Id, created.Program("Path"), created.ProcessOf("ProcessID")));
        Assert.Equal((200, "cmd.exe", 11652), (began.Id, began.Program("ActionName"), began.ProcessOf("EnginePID")));
    }

    [Fact]
    public void Group_policy_is_read_with_the_account_of_the_computer()
    {
        var read = EventText.Read(WatchedLogs.GroupPolicy, Capture.Text("event-grouppolicy-4004-win10"))!;

        Assert.Equal((4004, @"EXAMPLEDOMAIN\DESKTOP-88KIKM6$"), (read.Id, read.Text("PrincipalSamName")));
    }

    [Theory]
    [InlineData("")]
    [InlineData("no XML")]
    [InlineData("<Event><System><EventID>4688</EventID>")]
    [InlineData("<Event><System><EventID>4688</EventID></System></Event>")]
    [InlineData("<Event><System><TimeCreated SystemTime='2026-11-25T12:00:00Z'/></System></Event>")]
    [InlineData("<Event><System><EventID>x</EventID><TimeCreated SystemTime='2026-11-25T12:00:00Z'/></System></Event>")]
    [InlineData("<!DOCTYPE Event [<!ENTITY a 'aaaa'>]><Event><System><EventID>1</EventID></System></Event>")]
    public void What_is_no_event_with_a_number_and_a_time_is_nothing(string xml) => Assert.Null(EventText.Read(WatchedLogs.Security, xml));

    [Fact]
    public void An_event_that_is_too_long_is_not_read()
    {
        var (begin, end) = (
            "<Event><System><EventID>4104</EventID><TimeCreated SystemTime='2026-11-25T12:00:00Z'/></System><EventData><Data Name='a'>",
            "</Data></EventData></Event>"
        );
        Assert.NotNull(EventText.Read(WatchedLogs.PowerShell, begin + new string('x', EventText.Longest / 2) + end));
        Assert.Null(EventText.Read(WatchedLogs.PowerShell, begin + new string('x', EventText.Longest) + end));
    }
}
