namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Sets AutomaticUseCustom: whether Automatic takes the custom templates in place of Internet and Datacenter (Set-NetTCPSetting, 2012 R2
/// and later). Windows shows the property at every template; IwTune sets it at InternetCustom and DatacenterCustom, which 2012 R2 lets be
/// modified, and reads it back from the same two.
/// </summary>
public interface IAutomaticChoice
{
    /// <summary>Sets it at InternetCustom and DatacenterCustom.</summary>
    /// <returns>Why it could not be set, as a sentence; empty when the command said that it was.</returns>
    ValueTask<string> SetAsync(bool useCustom, CancellationToken ct);
}
