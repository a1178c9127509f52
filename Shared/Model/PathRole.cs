namespace IwTune.Shared.Model;

/// <summary>Who is at the other end of a path, as far as a ceiling for the initial window asks.</summary>
public enum PathRole
{
    /// <summary>Any peer: unknown receivers and links.</summary>
    Internet,

    /// <summary>The operator's own hosts and links.</summary>
    Own,
}
