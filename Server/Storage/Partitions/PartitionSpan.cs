namespace IwTune.Server.Storage.Partitions;

/// <summary>The time that a new partition holds.</summary>
internal enum PartitionSpan
{
    /// <summary>From Monday 00:00 UTC.</summary>
    Week,

    /// <summary>From the first day of January, April, July or October.</summary>
    Quarter,
}
