namespace IwTune.Lab.Demo;

/// <summary>The demonstration, in its own folder, which is removed at the end.</summary>
internal static class DemoRun
{
    public static Task<int> StartAsync(bool keep) =>
        LabRun.StartAsync(async ct =>
        {
            var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), $"iwtune-demo-{Environment.ProcessId}"));
            try
            {
                return await Stages.RunAsync(folder.FullName, keep, ct);
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        });
}
